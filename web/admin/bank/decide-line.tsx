import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BankLine } from '#bff/contract/admin-bank-routes.ts';
import { ApproveDialog } from '#web/admin/shared/approve-dialog.tsx';
import { CompleteDialog } from '#web/admin/shared/complete-dialog.tsx';
import type { FromLine } from '#web/admin/shared/decide-request.tsx';
import { subjectHref } from '#web/admin/shared/subject-href.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export type BankDocument = NonNullable<BankLine['document']>;
type Props = { line: FromLine; document: BankDocument; onClose: () => void };

/** Decides a deposit or payout from its line, as it is now and not as it was read before: day and amount are those of the line. */
export function DecideLine(props: Props) {
  return props.document.kind === 'deposit' ? <ApproveFromLine {...props} /> : <CompleteFromLine {...props} />;
}

function ApproveFromLine({ line, document, onClose }: Props) {
  const fresh = useQuery(apiQuery('GET /admin/deposits/:id', { params: { id: document.id } }));
  useGivenUp(fresh.error, onClose);
  const read = fresh.isFetchedAfterMount ? fresh.data?.data : undefined;
  if (!read) return <Reading onClose={onClose} />;
  if (read.status !== 'pending') return <Decided document={document} status={read.status} onClose={onClose} />;
  return <ApproveDialog deposit={read} line={line} onClose={onClose} />;
}

function CompleteFromLine({ line, document, onClose }: Props) {
  const fresh = useQuery(apiQuery('GET /admin/withdrawals/:id', { params: { id: document.id } }));
  useGivenUp(fresh.error, onClose);
  const read = fresh.isFetchedAfterMount ? fresh.data?.data : undefined;
  if (!read) return <Reading onClose={onClose} />;
  if (read.status !== 'pending') return <Decided document={document} status={read.status} onClose={onClose} />;
  return <CompleteDialog withdrawal={read} line={line} onClose={onClose} />;
}

/** What cannot be read is not decided on. */
function useGivenUp(error: Error | null, onClose: () => void): void {
  useEffect(() => {
    if (!error) return;
    toastError(error, 'This could not be read. Nothing was changed.');
    onClose();
  }, [error, onClose]);
}

const Reading = ({ onClose }: { onClose: () => void }) => (
  <Dialog open onClose={onClose} size="sm" title="One moment">
    <p className="flex items-center gap-2 py-2 text-sm text-muted">
      <Spinner /> Reading what the ledger has...
    </p>
  </Dialog>
);

function Decided({ document, status, onClose }: { document: BankDocument; status: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`${document.reference} was decided meanwhile`}
      description={`It is ${status}: somebody else was quicker. Nothing was changed by you.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <TextLink href={subjectHref(document.kind, document.id)}>Look at {document.reference}</TextLink>
    </Dialog>
  );
}
