import { Landmark, Plus } from 'lucide-react';
import type { Withdrawal } from '#bff/contract/withdrawal.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { formatDate } from '#web/lib/dates.ts';
import { useListAddress, useOpenRecord } from '#web/lib/list-address.ts';
import { useList } from '#web/lib/use-list.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { column } from '#web/ui/columns.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPage } from '#web/ui/frames/list-page.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { WithdrawalPanel } from './withdrawal-panel.tsx';

const COLUMNS: readonly TableColumn<Withdrawal>[] = [
  column.reference('ID', (row) => row.reference, { id: 'reference' }),
  column.text('Date', (row) => formatDate(row.created_at)),
  column.text(
    'Bank',
    (row) =>
      row.bankName && (
        <span>
          {row.bankName} <span className="tabular text-muted">{row.accountNumber}</span>
        </span>
      ),
  ),
  column.text('Notes', (row) => row.failure_reason ?? row.user_notes, { id: 'note' }),
  column.money('Amount', (row) => row.amount),
  column.status('Status', (row) => row.status),
];

/** The customer's withdrawals, newest first. */
export function WithdrawalsPage() {
  const { page, turnTo } = useListAddress({}, { pushesPages: true });
  const list = useList(apiQuery('GET /withdrawals', { query: { page } }), {
    failed: 'Failed to load withdrawals. Please try again later.',
    turnTo,
  });
  const { shown, hrefOf } = useOpenRecord(list);
  const start = (
    <LinkButton href="/withdraw/new" variant="primary" icon={<Plus aria-hidden />}>
      New Withdrawal
    </LinkButton>
  );
  return (
    <ListPage
      title="Withdrawals"
      description="Money you asked us to pay to your bank. It is held in your wallet until the transfer is made."
      actions={start}
      list={list}
      caption="Withdrawals"
      columns={COLUMNS}
      rowHref={hrefOf}
      empty={
        <EmptyState
          icon={<Landmark aria-hidden />}
          title="No withdrawals found"
          message="Ask for the funds of a wallet to be paid to your bank account."
          action={start}
        />
      }
    >
      {shown && <WithdrawalPanel key={shown.id} {...shown} />}
    </ListPage>
  );
}
