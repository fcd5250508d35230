import { auditTrailProjection } from './audit-trail/projection.ts';
import { bookedLinesProjection } from './booked-lines/projection.ts';
import { correctionsProjection } from './corrections/projection.ts';
import { customersProjection } from './customers/projection.ts';
import { dashboardProjection } from './dashboard/projection.ts';
import { depositsProjection } from './deposits/projection.ts';
import { generalLedgerProjection } from './general-ledger/projection.ts';
import { invoicesProjection } from './invoices/projection.ts';
import type { Projection } from './kernel/projection.ts';
import { ordersProjection } from './orders/projection.ts';
import { periodsProjection } from './periods/projection.ts';
import { tallyProjection } from './tally/projection.ts';
import { transactionsProjection } from './transactions/projection.ts';
import { walletsProjection } from './wallets/projection.ts';
import { withdrawalsProjection } from './withdrawals/projection.ts';

/**
 * All read models, in the order in which they process each event: transactions record the balance of their wallet, and
 * the general ledger needs the closed months.
 */
export const projections: readonly Projection[] = [
  tallyProjection,
  customersProjection,
  walletsProjection,
  transactionsProjection,
  depositsProjection,
  ordersProjection,
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
