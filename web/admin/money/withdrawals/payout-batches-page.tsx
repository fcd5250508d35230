import { Check, FileDown, Undo2 } from 'lucide-react';
import type { PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import { savePayoutFile } from '#web/admin/money/shared/payout-file.tsx';
import { WhenAndWho } from '#web/admin/money/shared/when-and-who.tsx';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { TwoLines } from '#web/ui/table/two-lines.tsx';
import { Badge } from '#web/ui/text/badge.tsx';

export function PayoutBatchesPage() {
  const may = { withdrawals: useMay('withdrawals:decide'), returns: useMay('bank:return') };
  const actions = column.actions(
    'Actions',
    (batch: PayoutBatch) => may[batch.kind] && batch.withdrawn_at === null && <BatchActions batch={batch} />,
  );
  return (
    <ListScreen
      back={{ href: '/admin/withdrawals', label: 'Back to withdrawals' }}
      title="Payout files"
      description="Transfers for the bank to make (pain.001). Each withdrawal or return is in one file at most, unless that is withdrawn."
      noun="files"
      filters={{
        file: {
          rule: '',
          control: ({ isFiltered, clear }) => isFiltered && <Button onClick={clear}>Show all files</Button>,
        },
      }}
      read={(query) => apiQuery('GET /admin/payout-batches', { query })}
      failed="Failed to fetch the payout files"
      columns={[...COLUMNS, ...(may.withdrawals || may.returns ? [actions] : [])]}
      empty={{
        icon: FileDown,
        none: [
          'No payout file yet',
          'Choose withdrawals, or unassigned payments to return, in their list, then press File for the bank.',
        ],
      }}
    />
  );
}

function BatchActions({ batch }: { batch: PayoutBatch }) {
  const { id, reference, awaits_second, fetched_at, completed, transfers } = batch;
  const confirm = useWrite('POST /admin/payout-batches/:id/confirm', {
    failed: 'The file could not be confirmed.',
    stale: ['/admin/payout-batches', '/admin/audit'],
  });
  const withdraw = useWrite('POST /admin/payout-batches/:id/withdraw', {
    done: ({ data }) =>
      data.withdrawn_at === null
        ? [
            `The withdrawal of ${data.reference} is asked for`,
            'It was fetched, so a second administrator has to withdraw it.',
          ]
        : `${data.reference} is withdrawn`,
    failed: 'The file could not be withdrawn.',
    stale: ['/admin/payout-batches', '/admin/withdrawals', '/admin/bank-suspense', '/admin/audit'],
  });
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {awaits_second ? (
        <Button
          size="sm"
          variant="primary"
          icon={<Check aria-hidden />}
          onClick={() => confirm.mutateAsync({ params: { id } })}
        >
          Confirm
        </Button>
      ) : (
        <Button
          size="sm"
          icon={<FileDown aria-hidden />}
          onClick={() => savePayoutFile(batch, 'The file could not be fetched.')}
        >
          Download
        </Button>
      )}
      {completed < transfers && (
        <AskButton
          size="sm"
          variant="ghost"
          icon={<Undo2 aria-hidden />}
          title={`Withdraw ${reference}`}
          message={`Only if the bank was not given the file, or has refused what is not paid. That may go into another file then, and is paid twice if the bank makes this one, too.${
            fetched_at === null
              ? ''
              : ' It was fetched, so two administrators withdraw it, and a statement of the bank of a later day has to be imported.'
          }`}
          confirmLabel="Withdraw the file"
          onConfirm={() => withdraw.mutateAsync({ params: { id } })}
        >
          Withdraw
        </AskButton>
      )}
    </span>
  );
}

const COLUMNS: readonly TableColumn<PayoutBatch>[] = [
  column.text(
    'File',
    ({ reference, kind }) => (
      <TwoLines
        first={<span className="whitespace-nowrap">{reference}</span>}
        second={kind === 'returns' ? 'Returns' : 'Withdrawals'}
        className="tabular font-medium"
      />
    ),
    { card: 'title' },
  ),
  column.money('Sum', ({ sum }) => sum),
  column.text('Transfers', ({ transfers }) => transfers, { align: 'right' }),
  column.text('Status', ({ transfers, completed, awaits_second, withdraw_first_by, withdrawn_at, withdrawn_by }) =>
    withdrawn_at !== null ? (
      <TwoLines
        first={<Badge dot>{completed > 0 ? `${completed} of ${transfers} paid, rest withdrawn` : 'Withdrawn'}</Badge>}
        second={withdrawn_by}
      />
    ) : awaits_second ? (
      <Badge tone="warn" dot>
        Waits for a second administrator
      </Badge>
    ) : withdraw_first_by !== null ? (
      <TwoLines
        first={
          <Badge tone="warn" dot>
            Withdrawal asked for
          </Badge>
        }
        second={withdraw_first_by}
      />
    ) : (
      <Badge tone={completed === transfers ? 'ok' : 'info'} dot>
        {completed === transfers ? 'Paid' : `${completed} of ${transfers} paid`}
      </Badge>
    ),
  ),
  column.text('Made', ({ created_at, created_by }) => <WhenAndWho at={created_at} by={created_by} />),
];
