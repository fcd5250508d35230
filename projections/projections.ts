import { auditTrailProjection } from './audit-trail.ts';
import { bookedLinesProjection } from './booked-lines.ts';
import { correctionsProjection } from './corrections.ts';
import { customersProjection, discountsProjection } from './customers.ts';
import { dashboardProjection } from './dashboard.ts';
import { creditedDepositsProjection, depositsProjection } from './deposits.ts';
import { generalLedgerProjection } from './general-ledger.ts';
import { invoicesProjection } from './invoices.ts';
import type { Projection } from './kernel/projection.ts';
import { orderLinesProjection, ordersProjection } from './orders.ts';
import { periodsProjection } from './periods.ts';
import { tallyProjection } from './tally.ts';
import { transactionsProjection } from './transactions.ts';
import { walletsProjection } from './wallets.ts';
import { withdrawalsProjection } from './withdrawals.ts';

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
export const READ_MODEL_VERSION = 2;
