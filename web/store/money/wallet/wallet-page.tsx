import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Landmark, Plus } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useListAddress } from '#web/lib/navigation/list-address.ts';
import { isNonZero } from '#web/lib/words/money.ts';
import { useSelectedWallet, useWallets } from '#web/store/shared/wallets.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { StatCard } from '#web/ui/charts/stat-card.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { AS_OF, AsOfPicker, asOfQuery, PastBar } from '#web/ui/page/as-of.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { BalanceChart } from './balance-chart.tsx';
import { TransactionsCard } from './transactions-card.tsx';

export function WalletPage() {
  const { wallet, wallets, select } = useSelectedWallet();
  const query = useWallets();
  const [, setSearch] = useSearchParams();
  const { filters: asOf, change } = useListAddress(AS_OF);
  const { at, by } = asOfQuery(asOf);
  const past = useQuery({
    ...apiQuery('GET /wallets', { query: { at, by } }),
    enabled: at !== undefined,
    placeholderData: keepPreviousData,
  });
  const shown = at === undefined ? wallet : past.data?.data.find(({ id }) => id === wallet?.id);
  const choose = (id: string) => {
    const chosen = wallets?.find((each) => each.id === id);
    if (!chosen) return;
    select(chosen);
    // Page and filters belong to the other wallet's movements; the day applies to all wallets.
    setSearch((search) => new URLSearchParams([...search].filter(([name]) => name in AS_OF)));
  };
  return (
    <>
      <PageHeader
        title="Wallet"
        description="Your balance over time, and every movement behind it."
        actions={
          <>
            {wallet && wallets && wallets.length > 1 && (
              <Segmented
                label="Wallet"
                value={wallet.id}
                onChange={choose}
                options={wallets.map((each) => ({ value: each.id, label: each.currency }))}
              />
            )}
            <div className="grid grid-cols-2 gap-2 max-sm:w-full">
              <LinkButton href="/withdraw/new" icon={<Landmark aria-hidden />}>
                Withdraw
              </LinkButton>
              <LinkButton href="/deposits/new" variant="primary" icon={<Plus aria-hidden />}>
                Deposit Funds
              </LinkButton>
            </div>
          </>
        }
      />
      {wallet ? (
        <div className="space-y-6">
          <div className="flex flex-wrap items-center gap-2">
            <AsOfPicker asOf={asOf} onChange={change} />
          </div>
          <PastBar asOf={asOf} onChange={change} />
          {shown ? (
            <Figures wallet={shown} />
          ) : past.error ? (
            <LoadError of={past} failed="The wallets of that day could not be loaded." />
          ) : (
            <Loading label="Loading the wallets of that day" className={FIGURES} shapes={['h-28 w-full rounded-lg']} />
          )}
          {at === undefined || by === 'recorded' ? (
            <>
              <BalanceChart key={`chart-${wallet.id}`} wallet={wallet} until={at} />
              <TransactionsCard key={wallet.id} wallet={wallet} until={at} />
            </>
          ) : (
            <Card>
              <p className="text-sm text-muted">
                Chart and movements follow the time at which something was recorded.{' '}
                <button type="button" className="text-accent-ink underline" onClick={() => change({ by: 'recorded' })}>
                  Show what was recorded by that day
                </button>
              </p>
            </Card>
          )}
        </div>
      ) : query.error ? (
        <Card>
          <LoadError of={query} failed="Your wallets could not be loaded. Your money is untouched." />
        </Card>
      ) : wallets ? (
        <Card>
          <EmptyState title="No wallet yet" message="Your account has no wallet. Please contact support." />
        </Card>
      ) : (
        <WalletSkeleton />
      )}
    </>
  );
}

const FIGURES = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4';

function Figures({ wallet }: { wallet: Wallet }) {
  return (
    <div className={FIGURES}>
      <StatCard label="Balance" value={wallet.balance.formatted} detail="What you own" />
      <StatCard
        label="Available"
        value={wallet.available.formatted}
        detail={isNonZero(wallet.credit_limit) ? 'Balance and credit, less what is reserved' : 'What you can spend now'}
      />
      <StatCard
        label="Reserved"
        // An amount of zero is left out where space is short.
        className={isNonZero(wallet.held) ? '' : 'max-sm:hidden'}
        value={wallet.held.formatted}
        detail="Set aside for withdrawals under way"
      />
      <StatCard
        label="Credit limit"
        className={isNonZero(wallet.credit_limit) ? '' : 'max-sm:hidden'}
        value={wallet.credit_limit.formatted}
        detail={
          isNonZero(wallet.credit_limit) ? 'You can spend beyond your balance by this' : 'No credit on this wallet'
        }
      />
    </div>
  );
}

function WalletSkeleton() {
  return (
    <Loading label="Loading your wallet" className="space-y-6">
      <div className={FIGURES}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={String(index)} className="h-28 w-full rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-96 w-full rounded-lg" />
      <Skeleton className="h-80 w-full rounded-lg" />
    </Loading>
  );
}
