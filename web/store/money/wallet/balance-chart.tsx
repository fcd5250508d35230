import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import type { WalletHistory } from '#bff/contract/money/wallet.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { cx } from '#web/lib/words/cx.ts';
import { formatDate, toDate } from '#web/lib/words/dates.ts';
import { approximateMajor, formatApproximate, formatCompact, isNonZero } from '#web/lib/words/money.ts';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { SeriesChart } from '#web/ui/charts/series-chart.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Money } from '#web/ui/text/money.tsx';

type Range = '30' | '90' | '365';

const RANGES: readonly { value: Range; label: string; words: string }[] = [
  { value: '30', label: '30 days', words: 'the last 30 days' },
  { value: '90', label: '90 days', words: 'the last 90 days' },
  { value: '365', label: '1 year', words: 'the last year' },
];

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** The balance at the end of each day, up to today or to `until`. */
export function BalanceChart({ wallet, until }: { wallet: Wallet; until: string | undefined }) {
  const [range, setRange] = useState<Range>('90');
  const query = useQuery({
    ...apiQuery('GET /wallets/:id/balance-history', {
      params: { id: wallet.id },
      query: { days: Number(range), until },
    }),
    // The old data stays for another range of the same wallet, not for another wallet, whose balance would be wrong.
    placeholderData: (before, last) => (last?.queryKey[1] === wallet.id ? before : undefined),
  });
  const points = query.data?.data;
  const words = `${RANGES.find((each) => each.value === range)?.words ?? ''}${until ? ' of then' : ''}`;
  return (
    <Card
      title="Balance over time"
      description={points ? <Change points={points} words={words} /> : ' '}
      actions={<Segmented label="Period" value={range} onChange={setRange} options={RANGES} />}
    >
      {points ? (
        <div className={cx('transition-opacity', query.isPlaceholderData && 'opacity-50')}>
          <Chart points={points} wallet={wallet} />
        </div>
      ) : query.error ? (
        <LoadError of={query} failed="The history could not be loaded." />
      ) : (
        <Loading shapes={['mb-3 h-4 w-40', 'h-72 w-full rounded-md']} />
      )}
    </Card>
  );
}

function Chart({ points, wallet }: { points: WalletHistory['data']; wallet: Wallet }) {
  // The chart uses floats, which are exact enough for pixels. The table and the tooltip round them to cents.
  return (
    <SeriesChart
      kind="steps"
      label={`Balance of your ${wallet.currency} wallet`}
      labelHeader="Day"
      labels={points.map((point) =>
        points.length > 120 ? formatDate(point.date) : shortDay.format(toDate(point.date)),
      )}
      series={[{ id: 'balance', label: 'Balance', values: points.map((point) => approximateMajor(point.balance)) }]}
      format={(value) => formatApproximate(value, wallet.currency)}
      formatAxis={(value) => formatCompact(value, wallet.currency)}
    />
  );
}

/** The change of the balance between the first and the last day. */
function Change({ points, words }: { points: WalletHistory['data']; words: string }) {
  const first = points[0]?.balance;
  const last = points.at(-1)?.balance;
  if (!first || !last) return <>No history yet</>;
  const change = minorJson(BigInt(last.amount) - BigInt(first.amount), last.currency);
  if (!isNonZero(change)) return <>Unchanged over {words}</>;
  return (
    <>
      <Money value={change} signed className="font-medium" /> over {words}
    </>
  );
}
