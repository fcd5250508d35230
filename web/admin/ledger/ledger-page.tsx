import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, Landmark, ReceiptText } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import { BASE_CURRENCY, CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import { useListAddress } from '#web/lib/navigation/list-address.ts';
import { withParams } from '#web/lib/navigation/page-param.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { AS_OF, AsOfPicker, PastBar } from '#web/ui/page/as-of.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { ACCOUNT_CLASSES } from './accounts.ts';
import { trialBalanceQuery } from './ledger-api.ts';
import { StatementCard } from './statement-card.tsx';
import { TrialBalanceCard } from './trial-balance-card.tsx';

export function LedgerPage() {
  const [path] = useLocation();
  const [search] = useSearchParams();
  const { currencies } = useAdministrator();
  const { filters: choice, change } = useListAddress({
    class: ACCOUNT_CLASSES.map(({ id }) => id),
    currency: [BASE_CURRENCY, ...CURRENCY_CODES],
    user_id: '',
    wallet_id: '',
    start_date: 'day',
    end_date: 'day',
    ...AS_OF,
  });
  const { at, by } = choice;
  const { data: answer, error, refetch } = useQuery(trialBalanceQuery({ at, by }));
  const data = answer?.data;
  return (
    <>
      <PageHeader
        title="Ledger"
        description="Every movement of money is booked on two sides that sum to zero. Nothing here can be edited."
        badge={
          data && (
            <Badge tone={data.is_balanced ? 'ok' : 'bad'} dot>
              {data.is_balanced ? 'Balanced' : 'Out of balance'}
            </Badge>
          )
        }
        actions={
          <>
            <LinkButton href="/admin/ledger/reconciliation" icon={<Landmark aria-hidden />}>
              Reconciliation
            </LinkButton>
            <LinkButton href="/admin/ledger/vat" icon={<ReceiptText aria-hidden />}>
              VAT
            </LinkButton>
            <LinkButton href="/admin/ledger/periods" icon={<CalendarCheck aria-hidden />}>
              Periods
            </LinkButton>
            <AsOfPicker asOf={{ at, by }} onChange={change} />
            <Segmented
              label="Currency"
              value={choice.currency}
              onChange={(currency) => change({ currency, wallet_id: '' })}
              options={currencies.map((code) => ({ value: code, label: code }))}
            />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <PastBar asOf={{ at, by }} onChange={change} />
        {data && !data.is_balanced && (
          <Alert tone="bad" title="The books do not balance">
            Debits and credits differ. Make no payouts, and call finance before anything else is approved.
          </Alert>
        )}
        <TrialBalanceCard
          balance={data}
          error={error}
          onRetry={refetch}
          currency={choice.currency}
          selected={choice.class}
          hrefOf={(id) => `${path}?${withParams(search, { class: id })}`}
        />
        <StatementCard choice={choice} onChange={change} />
      </div>
    </>
  );
}
