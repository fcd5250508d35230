import { useQuery } from '@tanstack/react-query';
import { ArrowUpFromLine } from 'lucide-react';
import { useState } from 'react';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import type { AdminTransaction } from '#bff/contract/money/transaction.ts';
import type { AdminWithdrawal } from '#bff/contract/money/withdrawal.ts';
import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import { transactionWord } from '#core/aggregates/states.ts';
import { BASE_CURRENCY, type Currency } from '#core/kernel/money/currencies.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useList } from '#web/lib/api/use-list.ts';
import { useListAddress } from '#web/lib/navigation/list-address.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { formatTransactionTime } from '#web/lib/words/transaction-time.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { AS_OF, AsOfPicker, asOfQuery, PastBar } from '#web/ui/page/as-of.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { DateText } from '#web/ui/text/date-text.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { CreditCard } from './credit-card.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { WalletSummary } from './wallet-summary.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const TRANSACTIONS: readonly TableColumn<AdminTransaction>[] = [
  column.text('Date', (row) => <DateText value={row.created_at} format={formatTransactionTime} />),
  column.text('Description', (row) => row.description, { card: 'title' }),
  column.status('Status', (row) => transactionWord(row)),
  column.money('Amount', (row) => row.amount, { signed: true }),
  column.money('Balance', (row) => row.balance_after),
];
const WITHDRAWALS: readonly TableColumn<AdminWithdrawal>[] = [
  column.reference('ID', (row) => row.reference, { id: 'reference' }),
  column.day('Date', (row) => row.created_at),
  column.text('User notes', (row) => row.user_notes),
  column.text('Admin notes', (row) => row.admin_notes),
  column.money('Amount', (row) => row.amount),
  column.status('Status', (row) => row.status),
];

/** Wallets, credit, transactions and withdrawals of one currency at a time. */
export function MoneyTab({ user }: { user: AdminUserDetail }) {
  const { currencies } = useAdministrator();
  const [currency, setCurrency] = useState<Currency>(BASE_CURRENCY);
  const [dialog, setDialog] = useState<'credit' | 'withdraw' | null>(null);
  const wallet = user.wallets.find((candidate) => candidate.currency === currency);
  const credit = user.wallet_credit.find((each) => each.wallet_id === wallet?.id);
  const { filters: asOf, change } = useListAddress(AS_OF);
  const { at, by } = asOfQuery(asOf);
  const past = useQuery({
    ...apiQuery('GET /admin/users/:id/wallets', { params: { id: user.id }, query: { at, by } }),
    enabled: at !== undefined,
  });
  useToastOnError(past.error, 'Failed to load the wallets of that day');
  const choose = (next: Currency) => {
    if (!user.wallets.some((candidate) => candidate.currency === next)) {
      toast.info('Wallet not available', `Wallet in ${next} is not available yet. Will use it when it loads.`);
    }
    setCurrency(next);
  };
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Wallet currency"
          value={currency}
          onChange={choose}
          options={currencies.map((code) => ({ value: code, label: code }))}
        />
        <div className="flex flex-wrap items-center gap-2">
          <May permission="ledger:read">
            <AsOfPicker asOf={asOf} onChange={change} />
          </May>
          {at === undefined && (
            <May permission="withdrawals:decide">
              <Button icon={<ArrowUpFromLine aria-hidden />} onClick={() => setDialog('withdraw')}>
                Initiate Withdrawal
              </Button>
            </May>
          )}
        </div>
      </div>
      <PastBar asOf={asOf} onChange={change} />
      {user.wallets.length > 0 && (
        <div className="grid gap-5 lg:grid-cols-3">
          <WalletSummary user={user} past={at === undefined ? undefined : (past.data?.data ?? [])} />
          {at === undefined && wallet && (
            <CreditCard userId={user.id} wallet={wallet} credit={credit} onEdit={() => setDialog('credit')} />
          )}
        </div>
      )}
      {wallet ? (
        <May permission="transactions:read">
          {at === undefined || by === 'recorded' ? (
            <Transactions key={wallet.id} userId={user.id} wallet={wallet} until={at} />
          ) : (
            <Card title="Transactions">
              <TextLink
                href={`/admin/ledger?class=liabilities:wallet&currency=${currency}&user_id=${user.id}&wallet_id=${wallet.id}&at=${at}&by=value-date`}
              >
                Statement of the {currency} wallet by value date
              </TextLink>
            </Card>
          )}
        </May>
      ) : (
        <Card>
          <EmptyState title={`No wallet in ${currency}`} message="It is opened with the account's approval." />
        </Card>
      )}
      <May permission="withdrawals:read">
        <Withdrawals userId={user.id} />
      </May>
      {wallet && dialog === 'credit' && (
        <CreditDialog onClose={() => setDialog(null)} userId={user.id} wallet={wallet} credit={credit} />
      )}
      {dialog === 'withdraw' && (
        <WithdrawDialog
          onClose={() => setDialog(null)}
          userId={user.id}
          wallets={user.wallets}
          initialWalletId={wallet?.id ?? ''}
          banking={user.banking}
        />
      )}
    </div>
  );
}

function Transactions({ userId, wallet, until = '' }: { userId: string; wallet: Wallet; until: string | undefined }) {
  const [page, setPage] = useState(1);
  const query = { user_id: userId, wallet_id: wallet.id, end_date: until, page };
  const list = useList(apiQuery('GET /admin/transactions', { query }), {
    failed: 'Failed to fetch transactions',
    toasts: true,
    turnTo: setPage,
  });
  return (
    <Card title="Transactions" padded={false}>
      <ListTable
        list={list}
        caption="Transactions"
        noun="transactions"
        columns={TRANSACTIONS}
        rowHref={({ document }) =>
          document ? subjectHref(document.kind, document.id) : `/admin/transactions?user_id=${userId}`
        }
        empty="No transactions found"
      />
    </Card>
  );
}

function Withdrawals({ userId }: { userId: string }) {
  const [page, setPage] = useState(1);
  const list = useList(apiQuery('GET /admin/users/:id/withdrawals', { params: { id: userId }, query: { page } }), {
    failed: 'Failed to fetch withdrawals',
    turnTo: setPage,
  });
  return (
    <Card title="Withdrawal history" padded={false}>
      <ListTable
        list={list}
        caption="Withdrawals"
        noun="withdrawals"
        columns={WITHDRAWALS}
        rowHref={(row) => `/admin/withdrawals?open=${row.id}`}
        empty="No withdrawals found"
        skeletonRows={3}
      />
    </Card>
  );
}
