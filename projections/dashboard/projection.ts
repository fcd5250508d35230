import { dayOf, type Projection } from '../kernel/projection.ts';
import { flowDays } from './table.ts';

const NOTHING = { inflow: 0n, outflow: 0n, inflows: 0n, outflows: 0n };

/** Money counts on the day it moved: a withdrawal when it was captured, not when it was requested. */
export const dashboardProjection: Projection = {
  name: 'dashboard',
  tables: [flowDays],
  reads: () => [],
  apply(event, rows) {
    switch (event.type) {
      case 'WalletCredited': {
        const { amount, currency } = event.data.amount;
        rows.increase(flowDays, { ...NOTHING, day: dayOf(event), currency, inflow: amount, inflows: 1n });
        return;
      }
      case 'WalletDebited':
      case 'WalletHoldCaptured': {
        const { amount, currency } = event.data.amount;
        rows.increase(flowDays, { ...NOTHING, day: dayOf(event), currency, outflow: amount, outflows: 1n });
        return;
      }
    }
  },
};
