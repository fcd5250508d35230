import type { RecordedLedgerEvent } from '#core/events.ts';
import type { RowOf } from '../kernel/columns.ts';
import { categoryOf, objectIdOf, type Projection } from '../kernel/projection.ts';
import { type Rows, rowOf } from '../kernel/table.ts';
import { type CustomerStatus, customers, discountProposals, discounts } from './table.ts';

type CustomerRow = RowOf<typeof customers.columns>;

export const customersProjection: Projection = {
  name: 'customers',
  tables: [customers, discounts, discountProposals],
  reads(event) {
    if (categoryOf(event) !== 'customer') return [];
    const id = objectIdOf(event);
    if (isOfDiscount(event)) {
      const { productId } = event.data;
      const proposal = rowOf(discountProposals, id, productId);
      return event.type === 'CustomerDiscountSet' ? [rowOf(discounts, id, productId), proposal] : [proposal];
    }
    return [rowOf(customers, id)];
  },
  apply(event, rows) {
    if (categoryOf(event) !== 'customer') return;
    const id = objectIdOf(event);
    if (isOfDiscount(event)) return applyDiscount(event, id, rows);
    if (event.type === 'CustomerRegistered') {
      rows.insert(customers, { customer_id: id, registered_at: event.metadata.time, position: event.position });
      return;
    }
    const before = rows.require(customers, id);
    const evolved = evolve(event, before);
    rows.put(customers, { ...evolved, status: statusOf(evolved) });
  },
};

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
      // Passwords, e-mail changes and API keys change nothing here; they are shown in the audit trail.
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

type DiscountEvent = Extract<RecordedLedgerEvent, { type: `CustomerDiscount${string}` }>;
const isOfDiscount = (event: RecordedLedgerEvent): event is DiscountEvent => event.type.startsWith('CustomerDiscount');

function applyDiscount(event: DiscountEvent, customerId: string, rows: Rows): void {
  const { productId, basisPoints } = event.data;
  const { time } = event.metadata;
  const discount = { customer_id: customerId, product_id: productId, basis_points: basisPoints };
  const waiting = rows.get(discountProposals, customerId, productId);
  if (event.type === 'CustomerDiscountProposed') {
    rows.put(discountProposals, { ...discount, proposed_by: event.data.by, proposed_at: time });
    return;
  }
  if (waiting) rows.remove(discountProposals, waiting);
  if (event.type === 'CustomerDiscountRejected') return;
  const before = rows.get(discounts, customerId, productId);
  if (basisPoints > 0) rows.put(discounts, { ...discount, set_at: time });
  else if (before) rows.remove(discounts, before);
}
