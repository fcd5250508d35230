import type { Projection } from './kernel/projection.ts';
import { tallyProjection } from './lists/tally.ts';
import { auditTrailProjection } from './models/audit-trail.ts';
import { bookedLinesProjection } from './models/booked-lines.ts';
import { correctionsProjection } from './models/corrections.ts';
import { customersProjection, discountsProjection } from './models/customers.ts';
import { dashboardProjection } from './models/dashboard.ts';
import { creditedDepositsProjection, depositsProjection } from './models/deposits.ts';
import { generalLedgerProjection } from './models/general-ledger.ts';
import { invoicesProjection } from './models/invoices.ts';
import { orderLinesProjection } from './models/order-lines.ts';
import { ordersProjection } from './models/orders.ts';
import { periodsProjection } from './models/periods.ts';
import { revealsProjection } from './models/reveals.ts';
import { transactionsProjection } from './models/transactions.ts';
import { walletsProjection } from './models/wallets.ts';
import { withdrawalsProjection } from './models/withdrawals.ts';

/**
 * All read models, in the order in which they process each event: transactions record the balance of their wallet, and
 * the general ledger needs the closed months.
 */
export const projections: readonly Projection[] = [
  tallyProjection,
  customersProjection,
  discountsProjection,
  walletsProjection,
  transactionsProjection,
  depositsProjection,
  creditedDepositsProjection,
  ordersProjection,
  orderLinesProjection,
  revealsProjection,
  invoicesProjection,
  withdrawalsProjection,
  dashboardProjection,
  auditTrailProjection,
  bookedLinesProjection,
  correctionsProjection,
  periodsProjection,
  generalLedgerProjection,
];

/** Raise it when the result of a projection changes while its table does not: the next start projects the log again. */
export const READ_MODEL_VERSION = 3;
