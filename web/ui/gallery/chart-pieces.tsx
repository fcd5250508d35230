import { useState } from 'react';
import { Card } from '../card.tsx';
import { DonutChart } from '../charts/donut-chart.tsx';
import { SeriesChart } from '../charts/series-chart.tsx';
import { Segmented } from '../segmented.tsx';

const WEEKS = [
  'Sep 1',
  'Sep 8',
  'Sep 15',
  'Sep 22',
  'Sep 29',
  'Oct 6',
  'Oct 13',
  'Oct 20',
  'Oct 27',
  'Nov 3',
  'Nov 10',
  'Nov 17',
];
const INFLOW = [4200, 5100, 4800, 6900, 6100, 7400, 9800, 8700, 9100, 11_200, 10_400, 12_900];
const OUTFLOW = [3100, 3900, 4100, 4300, 5200, 5600, 6100, 7000, 6600, 7900, 8800, 9100];

/** Areas, bars and the ring. */
export function ChartPieces() {
  const [kind, setKind] = useState<'area' | 'bar'>('area');
  return (
    <div className="grid gap-6 lg:grid-cols-[2fr_1fr]">
      <Card
        title="Transaction Overview"
        actions={
          <Segmented
            label="Chart kind"
            value={kind}
            onChange={setKind}
            options={[
              { value: 'area', label: 'Area' },
              { value: 'bar', label: 'Bar' },
            ]}
          />
        }
      >
        <SeriesChart
          label="Transaction Overview"
          labelHeader="Week"
          labels={WEEKS}
          kind={kind}
          format={(value) => `$${value.toLocaleString('en-US')}.00`}
          formatAxis={(value) => `$${value / 1000}k`}
          series={[
            { id: 'in', label: 'Inflow', values: INFLOW },
            { id: 'out', label: 'Outflow', values: OUTFLOW },
          ]}
        />
      </Card>
      <Card title="Distribution">
        <DonutChart
          label="Transactions by type"
          unit="transactions"
          slices={[
            { id: 'deposit', label: 'Deposits', value: 452 },
            { id: 'payment', label: 'Payments', value: 351 },
            { id: 'withdrawal', label: 'Withdrawals', value: 83 },
          ]}
        />
      </Card>
    </div>
  );
}
