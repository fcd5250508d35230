import { ArrowUpFromLine, CircleCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AdminWithdrawal } from '#bff/contract/money/withdrawal.ts';
import { AWAITS_SECOND, IN_NO_FILE, SHOWN_WITHDRAWALS } from '#core/aggregates/states.ts';
import { CompleteDialog } from '#web/admin/money/shared/complete-dialog.tsx';
import { PayoutFileButton, PayoutFileLink } from '#web/admin/money/shared/payout-file.tsx';
import { RequestQueue } from '#web/admin/money/shared/request-queue.tsx';
import { May, useMay } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';

/** Waiting ones come first. */
export function WithdrawalsPage() {
  const mayDecide = useMay('withdrawals:decide');
  const [isStarting, setIsStarting] = useState(false);
  return (
    <RequestQueue
      title="Withdrawals"
      description="Payouts to customers’ banks. The amount is held in the wallet until you complete or reject it."
      actions={
        <>
          <LinkButton href="/admin/payout-files">Payout files</LinkButton>
          <May permission="withdrawals:decide">
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setIsStarting(true)}>
              New withdrawal
            </Button>
          </May>
        </>
      }
      {...(mayDecide && { selection: SELECTION })}
      noun="withdrawals"
      accept="complete"
      placeholder="Search by ID or customer..."
      filters={{ status: [...SHOWN_WITHDRAWALS, AWAITS_SECOND, IN_NO_FILE, 'all'], search: '' }}
      read={({ status, ...query }) =>
        apiQuery('GET /admin/withdrawals', { query: { ...query, status: status === 'all' ? '' : status } })
      }
      failed="Failed to fetch withdrawals"
      toasts
      columns={COLUMNS}
      empty={({ isFiltered, change }) =>
        isFiltered ? (
          <EmptyState
            icon={<ArrowUpFromLine aria-hidden />}
            title="No withdrawals found matching the filter criteria"
            action={<Button onClick={() => change({ status: 'all', search: '' })}>Clear filters</Button>}
          />
        ) : (
          <EmptyState
            icon={<CircleCheck aria-hidden />}
            title="No withdrawal is waiting"
            message="New requests show here until they are completed or rejected."
            action={<Button onClick={() => change({ status: 'all' })}>Show all withdrawals</Button>}
          />
        )
      }
      panel={(shown) => <WithdrawalPanel key={shown.id} {...shown} />}
      dialogs={{
        complete: (withdrawal, onClose) => <CompleteDialog withdrawal={withdrawal} onClose={onClose} />,
        reject: (withdrawal, onClose) => <RejectDialog withdrawal={withdrawal} onClose={onClose} />,
      }}
    >
      {isStarting && <StartDialog onClose={() => setIsStarting(false)} />}
    </RequestQueue>
  );
}

const SELECTION = {
  label: ({ reference }: AdminWithdrawal) => reference,
  actions: (chosen: readonly AdminWithdrawal[], clear: () => void) => (
    <PayoutFileButton chosen={chosen} clear={clear} />
  ),
};

/** What to look at before it is paid; the panel says more. */
function PayeeHints({ row: { status, payable_from, is_company_account } }: { row: AdminWithdrawal }) {
  const hints = [
    ...(payable_from === null ? [] : ['New account']),
    ...(is_company_account === false ? ['Another name'] : []),
  ];
  if (status !== 'pending' || hints.length === 0) return null;
  return <span className="block text-xs text-warn">{hints.join(', ')}</span>;
}

const COLUMNS: readonly TableColumn<AdminWithdrawal>[] = [
  column.text('Bank', (row) =>
    row.bankName ? (
      <span className="block max-w-44 max-md:ml-auto" title={row.bankName}>
        <span className="block truncate">{row.bankName}</span>
        <PayeeHints row={row} />
      </span>
    ) : (
      <span className="text-muted">None</span>
    ),
  ),
  column.text('File', ({ payout_file }) => payout_file && <PayoutFileLink file={payout_file} />),
];
