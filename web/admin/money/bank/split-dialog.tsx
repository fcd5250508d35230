import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { MAX_NOTE_LENGTH } from '#bff/contract/base/common.ts';
import { optionalDay, optionalText } from '#bff/contract/base/form-fields.ts';
import type { BankLine } from '#bff/contract/money/admin-bank-routes.ts';
import type { AdminDeposit } from '#bff/contract/money/deposit.ts';
import { CHANGED_BY_DECISIONS, type FromLine } from '#web/admin/money/shared/decide-request.tsx';
import { valueDay } from '#web/admin/money/shared/value-date-field.tsx';
import { AllowanceAlert } from '#web/admin/shared/permission/allowance.tsx';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Spinner } from '#web/ui/actions/spinner.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { note } from '#web/ui/form/fields.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';

type Props = { line: FromLine & Pick<BankLine, 'together' | 'first_approval'>; onClose: () => void };
const STALE = ['/admin/deposits', '/admin/ledger', ...CHANGED_BY_DECISIONS] as const;

/** Approves all deposits that one line pays together, or confirms what a first administrator approved. They are read again before. */
export function SplitDialog({ line, onClose }: Props) {
  const reads = useQueries({
    queries: line.together.map(({ id }) => apiQuery('GET /admin/deposits/:id', { params: { id } })),
  });
  const failed = reads.find(({ error }) => error);
  const deposits = reads.flatMap(({ data, isFetchedAfterMount }) => (data && isFetchedAfterMount ? [data.data] : []));
  if (!failed && deposits.length === line.together.length) {
    return <Decide line={line} deposits={deposits} onClose={onClose} />;
  }
  return (
    <Dialog onClose={onClose} size="sm" title="One moment" footer={<Button onClick={onClose}>Cancel</Button>}>
      {failed ? (
        <LoadError of={failed} failed="Failed to fetch the deposits" />
      ) : (
        <p className="flex items-center gap-2 py-2 text-sm text-muted">
          <Spinner /> Reading what the ledger has...
        </p>
      )}
    </Dialog>
  );
}

function Decide({ line, deposits, onClose }: Props & { deposits: readonly AdminDeposit[] }) {
  const { first_approval: first, amount } = line;
  const write = useWrite('POST /admin/bank-lines/:id/split', { stale: STALE });
  const needsReason = !first && deposits.some((each) => !each.has_payment_proof);
  const schema = useMemo(
    () =>
      z.object({
        value_date: optionalDay(),
        admin_notes: optionalText(MAX_NOTE_LENGTH).refine(
          (note) => note !== null || !needsReason,
          'Without a proof of each, say why they are approved',
        ),
      }),
    [needsReason],
  );
  const [{ fee_percent: fee } = { fee_percent: '0' }] = deposits;
  const verb = first ? 'Confirm' : 'Approve';
  const shown = {
    deposits: deposits.map((each) => ({
      id: each.id,
      expect_amount: each.amount.decimal,
      expect_proof: each.payment_proof_id,
    })),
    expect_fee_percent: fee,
  };
  return (
    <DecisionDialog
      title={`${verb} ${deposits.length} deposits`}
      description={`${amount.formatted} of the bank pays them together: all of them are credited, or none. It cannot be undone.`}
      schema={schema}
      // A confirmation uses the day of the first approval.
      defaults={{ value_date: first ? undefined : line.value_date, admin_notes: '' }}
      decide={(body) => write.mutateAsync({ params: { id: line.id }, body: { ...body, ...shown } })}
      failed="The deposits could not be approved."
      confirm={{ label: `${verb} ${amount.formatted}`, busyText: first ? 'Confirming...' : 'Approving...' }}
      onClose={onClose}
      fields={() => [
        <ul className="divide-y rounded-lg bg-sunken px-4 text-sm">
          {deposits.map((deposit) => (
            <Part key={deposit.id} deposit={deposit} />
          ))}
        </ul>,
        fee !== '0' && <p className="text-sm text-muted">Each is charged the deposit fee of {fee} %.</p>,
        first ? (
          <p className="text-sm text-muted">{first.by.name} approved first. You confirm exactly this.</p>
        ) : (
          valueDay('When the bank received it (UTC).')
        ),
        <AllowanceAlert minor={BigInt(amount.amount)} currency={amount.currency} />,
        note('admin_notes', 'Admin notes', {
          hint: needsReason ? 'Not each has a proof: why they are approved.' : 'Optional.',
          optional: !needsReason,
        }),
      ]}
    />
  );
}

const Part = ({ deposit: { id, reference, user, amount, status, has_payment_proof } }: { deposit: AdminDeposit }) => (
  <li className="flex items-baseline justify-between gap-4 py-2">
    <span className="min-w-0">
      <TextLink href={subjectHref('deposit', id)}>{reference}</TextLink>
      <span className="block text-muted wrap-anywhere">
        {[
          user.name,
          has_payment_proof ? 'with a proof' : 'without a proof',
          ...(status === 'pending' ? [] : [status]),
        ].join(' · ')}
      </span>
    </span>
    <span className="tabular font-semibold">{amount.formatted}</span>
  </li>
);

/** Takes a first approval back. The line stays unassigned, and the deposits wait. */
export function RejectSplitDialog({ line, onClose }: Props) {
  const write = useWrite('POST /admin/bank-lines/:id/split/reject', {
    stale: STALE,
    failed: 'The approval could not be taken back.',
  });
  return (
    <ConfirmDialog
      danger
      onClose={onClose}
      title="Reject the first approval"
      message={`${line.amount.formatted} stays unassigned, and the ${line.together.length} deposits wait as before.`}
      confirmLabel="Reject"
      onConfirm={() => write.mutateAsync({ params: { id: line.id } })}
    />
  );
}
