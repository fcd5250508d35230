import { type Database, sql } from '../kernel/sql.ts';
import { conditionsOf, defineView, findRow, findRows, type ItemOf } from '../kernel/view.ts';
import { invoices } from './table.ts';

const view = defineView(invoices);
export type InvoiceView = ItemOf<typeof view>;

/** The invoice of an order and its credit notes, oldest first. Check first whose order it is. */
export const listInvoicesOfOrder = (database: Database, orderId: string): Promise<readonly InvoiceView[]> =>
  findRows(database, view, sql.fragment`where order_id = ${orderId} order by position`);

/** An invoice or a credit note of an order, or null. Check first whose order it is. */
export const findInvoiceOfOrder = (
  database: Database,
  orderId: string,
  invoiceId: string,
): Promise<InvoiceView | null> =>
  findRow(database, view, conditionsOf(invoices, { order_id: orderId, invoice_id: invoiceId }));

/** A customer's invoices and credit notes after this place in the log, oldest first. */
export const listInvoicesOfCustomer = (
  database: Database,
  customerId: string,
  after: bigint,
  limit: number,
): Promise<readonly InvoiceView[]> =>
  findRows(
    database,
    view,
    sql.fragment`where customer_id = ${customerId} and position > ${after} order by position limit ${limit}`,
  );

/** All after this place in the log, oldest first. */
export const listInvoicesAfter = (database: Database, after: bigint, limit: number): Promise<readonly InvoiceView[]> =>
  findRows(database, view, sql.fragment`where position > ${after} order by position limit ${limit}`);
