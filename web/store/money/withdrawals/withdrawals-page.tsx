import { Landmark, Plus } from 'lucide-react';
import type { Withdrawal } from '#bff/contract/money/withdrawal.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { formatDate } from '#web/lib/words/dates.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
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

export const WithdrawalsPage = () => (
  <ListScreen
    title="Withdrawals"
    description="Money you asked us to pay to your bank. It is held in your wallet until the transfer is made."
    actions={START}
    filters={{}}
    pushesPages
    read={(query) => apiQuery('GET /withdrawals', { query })}
    failed="Failed to load withdrawals. Please try again later."
    columns={COLUMNS}
    empty={{
      icon: Landmark,
      none: ['No withdrawals found', 'Ask for the funds of a wallet to be paid to your bank account.'],
      action: START,
    }}
    panel={(shown) => <WithdrawalPanel key={shown.id} {...shown} />}
  />
);

const START = (
  <LinkButton href="/withdraw/new" variant="primary" icon={<Plus aria-hidden />}>
    New Withdrawal
  </LinkButton>
);
