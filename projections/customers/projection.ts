import type { RecordedLedgerEvent } from '#core/events.ts';
import { categoryOf, objectIdOf, type Projection } from '../kernel/projection.ts';
import type { Rows } from '../kernel/rows.ts';
import { newRowOf, rowOf, type Table } from '../kernel/table.ts';
import { type Counted, countedAs } from '../tally/tally.ts';
import type { CustomerStatus } from './queries.ts';

type CustomerRow = {
  customer_id: string;
  status: string;
  registered_at: string;
  email_verified_at: string | null;
  is_company_complete: boolean;
  company_saved_at: string | null;
  documents: number;
  banking_saved_at: string | null;
  approval_requested_at: string | null;
  approved_at: string | null;
  revoked_at: string | null;
  approval_note: string | null;
  mfa_factors: number;
  erased_at: string | null;
  position: bigint;
};
export const customers: Table<CustomerRow> = {
  name: 'customers',
  key: ['customer_id'],
  columns: {
    customer_id: 'uuid',
    status: 'text',
    registered_at: 'timestamptz',
    email_verified_at: 'timestamptz',
    is_company_complete: 'boolean',
    company_saved_at: 'timestamptz',
    documents: 'int',
    banking_saved_at: 'timestamptz',
    approval_requested_at: 'timestamptz',
    approved_at: 'timestamptz',
    revoked_at: 'timestamptz',
    approval_note: 'text',
    mfa_factors: 'int',
    erased_at: 'timestamptz',
    position: 'bigint',
  },
  onChange: countedAs(counted),
};

type DiscountRow = { customer_id: string; product_id: string; basis_points: number; set_at: string };
export const discounts: Table<DiscountRow> = {
  name: 'customer_discounts',
  key: ['customer_id', 'product_id'],
  columns: { customer_id: 'uuid', product_id: 'text', basis_points: 'int', set_at: 'timestamptz' },
};

export const customersProjection: Projection = {
  name: 'customers',
  tableSql: new URL('table.sql', import.meta.url),
  tables: [customers, discounts],
  reads(event) {
    if (categoryOf(event) !== 'customer') return [];
    const id = objectIdOf(event);
    if (event.type === 'CustomerDiscountSet') return [rowOf(discounts, id, event.data.productId)];
    return [event.type === 'CustomerRegistered' ? newRowOf(customers, id) : rowOf(customers, id)];
  },
  apply(event, rows) {
    if (categoryOf(event) !== 'customer') return;
    const id = objectIdOf(event);
    if (event.type === 'CustomerDiscountSet') return applyDiscount(event, id, rows);
    const before = rows.get(customers, id);
    const evolved = evolve(event, before ?? fresh(event, id));
    // Whoever has no row yet can only be registering: a stream begins with that.
    if (!before && event.type !== 'CustomerRegistered') rows.require(customers, id);
    const after = { ...evolved, status: statusOf(evolved) };
    if (before) rows.update(customers, before, after);
    else rows.insert(customers, after);
  },
};

function fresh(event: RecordedLedgerEvent, id: string): CustomerRow {
  return {
    customer_id: id,
    status: 'registered',
    registered_at: event.metadata.time,
    email_verified_at: null,
    is_company_complete: false,
    company_saved_at: null,
    documents: 0,
    banking_saved_at: null,
    approval_requested_at: null,
    approved_at: null,
    revoked_at: null,
    approval_note: null,
    mfa_factors: 0,
    erased_at: null,
    position: event.position,
  };
}

function evolve(event: RecordedLedgerEvent, row: CustomerRow): CustomerRow {
  const { time } = event.metadata;
  switch (event.type) {
    case 'CustomerEmailVerified':
      return { ...row, email_verified_at: time };
    case 'CustomerCompanyDetailsSaved':
      return { ...row, is_company_complete: event.data.isComplete, company_saved_at: time };
    case 'CustomerDocumentAdded':
      return { ...row, documents: row.documents + 1 };
    case 'CustomerDocumentRemoved':
      return { ...row, documents: row.documents - 1 };
    case 'CustomerBankingDetailsSaved':
      return { ...row, banking_saved_at: time };
    case 'CustomerApprovalRequested':
      return { ...row, approval_requested_at: time, revoked_at: null };
    case 'CustomerApproved':
      return { ...row, approved_at: time, revoked_at: null, approval_note: event.data.note };
    case 'CustomerApprovalRevoked':
      return { ...row, approved_at: null, revoked_at: time, approval_note: event.data.note };
    case 'CustomerMfaEnabled':
      return { ...row, mfa_factors: row.mfa_factors + 1 };
    case 'CustomerMfaDisabled':
      return { ...row, mfa_factors: row.mfa_factors - 1 };
    case 'CustomerErased':
      return { ...row, erased_at: time };
    default:
      // Passwords, e-mail changes and API keys change nothing here; the audit trail shows them.
      return row;
  }
}

function statusOf(row: CustomerRow): CustomerStatus {
  if (row.erased_at !== null) return 'erased';
  if (row.approved_at !== null) return 'approved';
  if (row.revoked_at !== null) return 'revoked';
  if (row.approval_requested_at !== null) return 'awaiting_approval';
  return row.email_verified_at === null ? 'registered' : 'verified';
}

function counted(row: CustomerRow): Counted {
  return {
    subject: 'customer',
    scopes: [],
    day: row.registered_at.slice(0, 10),
    currency: '',
    type: '',
    status: row.status,
    amount: 0n,
  };
}

function applyDiscount(
  event: Extract<RecordedLedgerEvent, { type: 'CustomerDiscountSet' }>,
  customerId: string,
  rows: Rows,
): void {
  const { productId, basisPoints } = event.data;
  const before = rows.get(discounts, customerId, productId);
  const after = {
    customer_id: customerId,
    product_id: productId,
    basis_points: basisPoints,
    set_at: event.metadata.time,
  };
  if (basisPoints === 0) {
    if (before) rows.remove(discounts, before);
  } else if (before) rows.update(discounts, before, after);
  else rows.insert(discounts, after);
}
