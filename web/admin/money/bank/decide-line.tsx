import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { BankLine } from '#bff/contract/money/admin-bank-routes.ts';
import { ApproveDialog } from '#web/admin/money/shared/approve-dialog.tsx';
import { CompleteDialog } from '#web/admin/money/shared/complete-dialog.tsx';
import type { FromLine } from '#web/admin/money/shared/decide-request.tsx';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { type ApiQuery, apiQuery } from '#web/lib/api/api-query.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Spinner } from '#web/ui/actions/spinner.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';

export type BankDocument = NonNullable<BankLine['document']>;
type Props = { line: FromLine; document: BankDocument; onClose: () => void };

/** Decides a deposit or payout from its line. The document is loaded again first; day and amount are those of the line. */
export function DecideLine({ line, document, onClose }: Props) {
  const params = { id: document.id };
  return document.kind === 'deposit' ? (
    <Pending read={apiQuery('GET /admin/deposits/:id', { params })} document={document} onClose={onClose}>
      {(deposit) => <ApproveDialog deposit={deposit} line={line} onClose={onClose} />}
    </Pending>
  ) : (
    <Pending read={apiQuery('GET /admin/withdrawals/:id', { params })} document={document} onClose={onClose}>
      {(withdrawal) => <CompleteDialog withdrawal={withdrawal} line={line} onClose={onClose} />}
    </Pending>
  );
}

type PendingProps<Request> = Omit<Props, 'line'> & {
  read: ApiQuery<{ data: Request }>;
  children: (request: Request) => ReactNode;
};

function Pending<Request extends { status: string }>({ read, document, onClose, children }: PendingProps<Request>) {
  const { data, error, isFetchedAfterMount } = useQuery(read);
  useGivenUp(error, onClose);
  if (!data || !isFetchedAfterMount) return <Reading onClose={onClose} />;
  const { status } = data.data;
  return status === 'pending' ? children(data.data) : <Decided {...{ document, status, onClose }} />;
}

/** A document that cannot be loaded is not decided. */
function useGivenUp(error: Error | null, onClose: () => void): void {
  useEffect(() => {
    if (!error) return;
    toastError(error, 'This could not be read. Nothing was changed.');
    onClose();
  }, [error, onClose]);
}

const Reading = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} size="sm" title="One moment">
    <p className="flex items-center gap-2 py-2 text-sm text-muted">
      <Spinner /> Reading what the ledger has...
    </p>
  </Dialog>
);

function Decided({ document, status, onClose }: { document: BankDocument; status: string; onClose: () => void }) {
  return (
    <Dialog
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
