import { dayOf, type Projection } from '../kernel/projection.ts';
import type { SumsTable } from '../kernel/table.ts';

type FlowDayRow = {
  day: string;
  currency: string;
  inflow: bigint;
  outflow: bigint;
  inflows: bigint;
  outflows: bigint;
};
export const flowDays: SumsTable<FlowDayRow> = {
  name: 'flow_days',
  key: ['day', 'currency'],
  columns: {
    day: 'date',
    currency: 'text',
    inflow: 'bigint',
    outflow: 'bigint',
    inflows: 'bigint',
    outflows: 'bigint',
  },
  isSums: true,
};

/** Money counts on the day on which it moved: a withdrawal when it was captured, not when it was asked for. */
export const dashboardProjection: Projection = {
  name: 'dashboard',
  tableSql: new URL('table.sql', import.meta.url),
  tables: [flowDays],
  reads: () => [],
  apply(event, rows) {
    switch (event.type) {
      case 'WalletCredited': {
        const { amount, currency } = event.data.amount;
        rows.increase(flowDays, {
          day: dayOf(event),
          currency,
          inflow: amount,
          outflow: 0n,
          inflows: 1n,
          outflows: 0n,
        });
        return;
      }
      case 'WalletDebited':
      case 'WalletHoldCaptured': {
        const { amount, currency } = event.data.amount;
        rows.increase(flowDays, {
          day: dayOf(event),
          currency,
          inflow: 0n,
          outflow: amount,
          inflows: 0n,
          outflows: 1n,
        });
        return;
      }
    }
  },
};
