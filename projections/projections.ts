import { auditTrailProjection } from './audit-trail/projection.ts';
import { bookedLinesProjection } from './booked-lines/projection.ts';
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

/** All read models, in the order in which each event passes them: transactions note the balance that wallets left, and the
 * general ledger which months are closed. */
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
  periodsProjection,
  generalLedgerProjection,
];

/** Raise it when what a projection computes changes while its table does not: the next start projects the log again. */
export const READ_MODEL_VERSION = 2;
