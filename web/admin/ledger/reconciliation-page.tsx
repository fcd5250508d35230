import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CurrencyReconciliation } from '#bff/contract/money/admin-bank-routes.ts';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useListAddress } from '#web/lib/navigation/list-address.ts';
import { counted } from '#web/lib/words/counted.ts';
import { cx } from '#web/lib/words/cx.ts';
import { formatLongDay, utcDay } from '#web/lib/words/dates.ts';
import { isNonZero } from '#web/lib/words/money.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { DatePicker } from '#web/ui/form/controls/date-picker.tsx';
import { Disclosure } from '#web/ui/overlays/disclosure.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Badge, StateBadge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { OpenPoints } from './open-points.tsx';

export function ReconciliationPage() {
  const { filters, change } = useListAddress({ at: 'day' });
  const today = utcDay();
  const at = filters.at < today ? filters.at : '';
  const look = useQuery({
    ...apiQuery('GET /admin/ledger/reconciliation', { query: { at: at || undefined } }),
    staleTime: 0,
  });
  return (
    <>
      <PageHeader
        title="Bank reconciliation"
        back={{ href: '/admin/ledger', label: 'Back to Ledger' }}
        description={`The bank by its statements, beside the books by value date, at the end of ${formatLongDay(at || today)} (UTC).`}
        actions={
          <div className="w-48">
            <DatePicker
              label="At the end of"
              daysIn="UTC"
              placeholder="Today"
              value={at}
              onChange={(day) => change({ at: day })}
              to={today}
            />
          </div>
        }
      />
      {look.data === undefined ? (
        look.error ? (
          <Card>
            <LoadError of={look} failed="The bank reconciliation could not be loaded." />
          </Card>
        ) : (
          <Loading
            label="Comparing the bank with the books..."
            className="flex flex-col gap-6"
            shapes={['h-20 w-full', 'h-72 w-full', 'h-72 w-full']}
          />
        )
      ) : (
        <div className="flex flex-col gap-6" aria-busy={look.isFetching}>
          <Points of={look.data.data} />
          {look.data.data.currencies.map((of) => (
            <CurrencyCard key={of.currency} of={of} />
          ))}
        </div>
      )}
    </>
  );
}

function Points({ of }: { of: { open_points: string[]; currencies: readonly unknown[] } }) {
  if (of.currencies.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<Landmark aria-hidden />}
          title="Nothing to compare yet"
          message="No money has moved at the bank, and no statement was imported."
        />
      </Card>
    );
  }
  if (of.open_points.length > 0) return <OpenPoints points={of.open_points} />;
  return (
    <Alert tone="ok" title="Nothing is open">
      The balances are equal, and every line of the bank is decided.
    </Alert>
  );
}

const STATES = {
  unknown: { tone: 'none', label: 'No balance of the bank' },
  equal: { tone: 'ok', label: 'Equal' },
  explained: { tone: 'warn', label: 'Explained' },
  open: { tone: 'bad', label: 'Not explained' },
} as const;

function stateOf({ difference, unexplained }: CurrencyReconciliation) {
  if (difference === null || unexplained === null) return STATES.unknown;
  if (isNonZero(unexplained)) return STATES.open;
  return isNonZero(difference) ? STATES.explained : STATES.equal;
}

const isOpen = (unexplained: CurrencyReconciliation['unexplained']): boolean =>
  unexplained !== null && isNonZero(unexplained);

function CurrencyCard({ of }: { of: CurrencyReconciliation }) {
  const { currency, accounts, bank, books, difference, groups, unexplained, suspense } = of;
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-3">
          {currency} <StateBadge of={stateOf(of)} />
        </span>
      }
    >
      <ul className="divide-y text-sm">
        {accounts.map(({ account, is_own, balance, until }) => (
          <Line
            key={account}
            label={<span className="tabular">{account || 'An account without a number'}</span>}
            amount={<Money value={balance} />}
          >
            {until === null ? (
              'No statement with balances'
            ) : (
              <>
                Statements up to <DateText value={until} />
              </>
            )}
            {!is_own && account !== '' && (
              <Badge tone="warn" className="ml-2">
                Not among our accounts
              </Badge>
            )}
          </Line>
        ))}
        <Line label="Balance of the bank" amount={<Money value={bank} />} isStrong>
          By day of booking
        </Line>
        <Line label="Balance of the books" amount={<Money value={books} />} isStrong>
          Account <span className="tabular">assets:bank:{currency}</span>, by value date
        </Line>
        <Line label="Difference" amount={<Money value={difference} />} isStrong />
        {groups.map((group) => (
          <li key={group.kind} className="py-2.5">
            <Disclosure
              summary={
                <span className="flex items-start justify-between gap-x-6">
                  <span className="min-w-0">
                    {group.title} <Badge>{group.count}</Badge>
                  </span>
                  <Money value={group.sum} className="shrink-0" />
                </span>
              }
            >
              <Items of={group} />
            </Disclosure>
          </li>
        ))}
        <Line
          label="Not explained"
          amount={<Money value={unexplained} className={isOpen(unexplained) ? 'text-bad' : ''} />}
          isStrong
        >
          {isOpen(unexplained) &&
            'A statement that is missing, or what the bank had before its first statement and the books do not have.'}
        </Line>
        <Line
          label={<TextLink href="/admin/bank-suspense">Unassigned payments</TextLink>}
          amount={<Money value={suspense} />}
        >
          In both balances: owed to senders who are not known
        </Line>
      </ul>
    </Card>
  );
}

type LineProps = { label: ReactNode; amount: ReactNode; isStrong?: boolean; children?: ReactNode };

const Line = ({ label, amount, isStrong = false, children }: LineProps) => (
  <li className={cx('flex items-start justify-between gap-x-6 py-2.5', isStrong && 'font-semibold')}>
    <span className="min-w-0">
      <span className="block wrap-anywhere">{label}</span>
      {children && <span className="block text-xs font-normal text-muted">{children}</span>}
    </span>
    <span className="shrink-0">{amount}</span>
  </li>
);

function Items({ of: { items, count } }: { of: CurrencyReconciliation['groups'][number] }) {
  return (
    <ul className="mt-2 space-y-1.5 border-l-2 pl-4">
      {items.map(({ day, amount, reference, statement_id, document }, index) => (
        <li key={String(index)} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5">
          <span className="flex flex-wrap gap-x-3">
            <DateText value={day} className="text-muted" />
            {document && <TextLink href={subjectHref(document.kind, document.id)}>{reference ?? 'Trail'}</TextLink>}
            {!document && reference}
            {statement_id && <TextLink href={`/admin/bank-statements/${statement_id}`}>Statement</TextLink>}
          </span>
          <Money value={amount} className="ml-auto" />
        </li>
      ))}
      {count > items.length && <li className="text-muted">and {counted(count - items.length, 'older ones')}</li>}
    </ul>
  );
}
