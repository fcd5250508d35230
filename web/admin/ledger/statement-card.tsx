import { BookOpen } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Money as MoneyValue } from '#bff/contract/base/common.ts';
import { daysRefusal } from '#bff/contract/base/days.ts';
import type { StatementEntry } from '#bff/contract/office/admin-ledger.ts';
import { formatMinor } from '#core/kernel/money/decimals.ts';
import { ExplainButton } from '#web/admin/shared/history/explain.tsx';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { isApiError } from '#web/lib/call/api-error.ts';
import { signOf } from '#web/lib/words/money.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopiedText } from '#web/ui/actions/copy-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { statusLabel } from '#web/ui/text/badge.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { accountName } from './accounts.ts';
import { Balance } from './balance.tsx';
import { useStatement } from './ledger-api.ts';
import { StatementPicker } from './statement-picker.tsx';

const COLUMNS: readonly TableColumn<StatementEntry>[] = [
  column.moment('Date', (row) => row.occurred_at, { className: 'text-muted' }),
  column.day('Value date', (row) => row.value_date, { id: 'value-date', className: 'text-muted' }),
  column.text('Entry', (row) => <span className="font-medium">{row.title}</span>, { id: 'title', card: 'title' }),
  column.text('Document', (row) => <DocumentLink document={row.document} />),
  column.text('Debit', (row) => <Side value={row.amount} side={1} />, { align: 'right' }),
  column.text('Credit', (row) => <Side value={row.amount} side={-1} />, { align: 'right' }),
  column.text('Balance', (row) => <Balance value={row.balance} />, { align: 'right' }),
  column.actions('Explain', ({ document, title }) => <ExplainButton of={document} what={`“${title}”`} />, {
    hideHeader: true,
  }),
];

export function StatementCard({ choice, onChange }: ComponentProps<typeof StatementPicker>) {
  const { currency, start_date, end_date } = choice;
  const account = accountName(choice.class, currency, choice.wallet_id);
  const refusal = daysRefusal(choice);
  const statement = useStatement(
    account === undefined || refusal
      ? undefined
      : { account, currency, start_date, end_date, at: choice.at, by: choice.by },
  );
  const summary = statement.data?.pages[0]?.data;
  const entries = statement.data?.pages.flatMap((page) => page.data.entries);
  const isUnknownAccount = isApiError(statement.error) && statement.error.status === 404;
  return (
    <Card title="Account statement" padded={false}>
      <div className="border-b px-5 pb-5">
        <StatementPicker key={choice.class} choice={choice} onChange={onChange} />
      </div>
      {account === undefined ? (
        <EmptyState
          icon={<BookOpen aria-hidden />}
          title="Choose a customer and a wallet"
          message="This class keeps one account for every wallet."
        />
      ) : refusal ? (
        <EmptyState icon={<BookOpen aria-hidden />} title={refusal} />
      ) : isUnknownAccount ? (
        <EmptyState
          icon={<BookOpen aria-hidden />}
          title={choice.at ? 'Nothing was posted to this account by then' : 'Nothing was ever posted to this account'}
        />
      ) : (
        <>
          {summary && <Summary account={account} summary={summary} hasStart={start_date !== ''} />}
          <DataTable
            caption={`Statement of ${account}`}
            columns={COLUMNS}
            rows={entries}
            rowKey={(row) => `${row.position}:${row.amount.amount}:${row.balance.amount}`}
            error={statement.error}
            errorMessage="The statement could not be loaded."
            onRetry={statement.refetch}
            busy={statement.isPlaceholderData}
            empty={<EmptyState icon={<BookOpen aria-hidden />} title="No entries on these days" />}
          />
          {statement.hasNextPage && (
            <div className="flex justify-center border-t px-5 py-4">
              <Button busy={statement.isFetchingNextPage} onClick={() => statement.fetchNextPage()}>
                Load older entries
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}

function Summary({
  account,
  summary,
  hasStart,
}: {
  account: string;
  summary: { opening: MoneyValue; debits: MoneyValue; credits: MoneyValue; balance: MoneyValue };
  hasStart: boolean;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-b bg-sunken px-5 py-3 text-sm">
      <CopiedText text={account} label="Copy account name" />
      <dl className="flex flex-wrap gap-x-6 gap-y-1 [&_dd]:inline [&_dd]:font-medium [&_dt]:mr-1.5 [&_dt]:inline [&_dt]:text-muted">
        {[
          ...(hasStart ? [['Opening balance', <Balance key="opening" value={summary.opening} />] as const] : []),
          ['Debits', <Money key="debits" value={summary.debits} />],
          ['Credits', <Money key="credits" value={summary.credits} />],
          [hasStart ? 'Closing balance' : 'Balance', <Balance key="balance" value={summary.balance} />],
        ].map(([label, value]) => (
          <div key={String(label)}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function DocumentLink({ document }: { document: StatementEntry['document'] }) {
  return (
    <TextLink href={subjectHref(document.kind, document.id)} className="font-normal">
      {document.number ?? `${statusLabel(document.kind)} ${document.id.slice(0, 8)}`}
    </TextLink>
  );
}

/** Debits are positive, credits negative. */
function Side({ value, side }: { value: MoneyValue; side: 1 | -1 }) {
  if (signOf(value) !== side) return <span className="text-faint">—</span>;
  const minor = BigInt(value.amount);
  return <span className="tabular whitespace-nowrap">{formatMinor(minor < 0n ? -minor : minor, value.currency)}</span>;
}
