import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Pdf } from '#bff/kit/files/send-file.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable } from '#bff/kit/tables/table.ts';
import { paperName } from '#bff/papers/drawing/file-names.ts';
import { drawDepositInvoice } from '#bff/papers/invoices/deposit-papers.ts';
import { buyerNow } from '#bff/papers/invoices/issued.ts';
import { drawCreditNote, drawOrderInvoice } from '#bff/papers/invoices/order-papers.ts';
import { MAX_PAGE_SIZE, type Page } from '#projections/lists/page.ts';
import { listOwnDeposits } from '#projections/models/deposits.ts';
import { listInvoicesOfCustomer } from '#projections/models/invoices.ts';
import { findOrder } from '#projections/models/orders.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'rules' | 'settings'>;
type Invoice = {
  readonly id: string;
  readonly kind: 'order' | 'credit-note' | 'deposit';
  readonly number: string;
  readonly at: Date;
};
type Issued = Invoice & { draw(): Promise<Pdf> };

/** Every invoice of a customer: of paid orders with their credit notes, and of approved deposits. */
export async function* invoicesOf(deps: Deps, customerId: string): AsyncGenerator<Issued> {
  const { database } = deps;
  for (let after = -1n; ; ) {
    const batch = await listInvoicesOfCustomer(database, customerId, after, MAX_PAGE_SIZE);
    for (const invoice of batch) {
      const order = await findOrder(database, invoice.orderId);
      if (!order) continue;
      const isInvoice = invoice.kind === 'invoice';
      yield {
        id: invoice.invoiceId,
        kind: isInvoice ? 'order' : 'credit-note',
        number: invoice.number,
        at: invoice.issuedAt,
        draw: () => (isInvoice ? drawOrderInvoice(deps, order) : drawCreditNote(deps, order, invoice)),
      };
    }
    const last = batch.at(-1);
    if (!last) break;
    after = last.position;
  }
  const buyer = await buyerNow(database, customerId);
  for await (const deposit of everyItem((page) =>
    listOwnDeposits(database, customerId, { ...page, status: 'approved' }),
  )) {
    yield {
      id: deposit.depositId,
      kind: 'deposit',
      number: deposit.number,
      at: deposit.decidedAt ?? deposit.requestedAt,
      draw: () => drawDepositInvoice(deps, deposit, buyer),
    };
  }
}

export async function* everyItem<Item>(
  list: (page: { page: number; perPage: number }) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  for (let page = 1; ; page += 1) {
    const { items, lastPage } = await list({ page, perPage: MAX_PAGE_SIZE });
    yield* items;
    if (page >= lastPage) return;
  }
}

/** Draws and seals the invoices that the law requires, while the person is still known. A repetition changes nothing. */
export async function keepInvoices(deps: Deps, request: { requestId: string; customerId: string }): Promise<void> {
  const { database, crypto, rules } = deps;
  for await (const { id, kind, number, at, draw } of invoicesOf(deps, request.customerId)) {
    if (await database.exists(sql.void`select from app.kept_invoice where invoice_id = ${id}`)) continue;
    const documentSealed = crypto.seal('keptInvoice', id, (await draw()).body);
    const keepUntil = endOfRetention(at, rules().invoiceRetentionYears);
    await kept.add(database, { invoiceId: id, requestId: request.requestId, kind, number, keepUntil, documentSealed });
  }
}

/** The last day of the year that is so many years after the invoice's own. */
const endOfRetention = (at: Date, years: number): string => `${at.getUTCFullYear() + years}-12-31`;

const Kept = z.object({ id: z.uuid(), number: z.string(), keep_until: z.string() });
export type KeptInvoice = z.infer<typeof Kept>;
const kept = appTable('kept_invoice', Kept, { id: sql.fragment`invoice_id` });

export const listKeptInvoices = (database: Queryable, requestId: string): Promise<KeptInvoice[]> =>
  kept.list(database, { requestId }, sql.fragment`order by number`);

/** The PDF of a stored invoice with its number; null where it is not one of this erasure's, or its retention ended. */
export async function openKeptInvoice(
  { database, crypto }: Pick<BffDeps, 'database' | 'crypto'>,
  requestId: string,
  invoiceId: string,
): Promise<{ number: string; pdf: Pdf } | null> {
  const row = await database.maybeOne(sql.type(
    z.object({ isDeposit: z.boolean(), number: z.string(), sealed: z.instanceof(Buffer) }),
  )`
    select kind = 'deposit' as "isDeposit", number, document_sealed as sealed from app.kept_invoice
    where invoice_id = ${invoiceId} and request_id = ${requestId}`);
  if (!row) return null;
  const { isDeposit, number, sealed } = row;
  const name = paperName({ title: isDeposit ? 'Deposit invoice' : 'Invoice', number });
  return { number, pdf: { name, body: crypto.open('keptInvoice', invoiceId, sealed) } };
}

/** Returns how many invoices it removed. */
export async function dropEndedInvoices({ database, clock }: Pick<BffDeps, 'database' | 'clock'>): Promise<number> {
  const { rowCount } = await database.query(sql.void`delete from app.kept_invoice
    where keep_until < (${clock().toISOString()}::timestamptz at time zone 'UTC')::date`);
  return rowCount;
}
