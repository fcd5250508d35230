import type { RecordedLedgerEvent } from '#core/events.ts';
import { categoryOf, objectIdOf, type Projection } from '../kernel/projection.ts';
import { newRowOf, rowOf, type Table } from '../kernel/table.ts';
import { type Counted, countedAs } from '../tally/tally.ts';

type DepositRow = {
  deposit_id: string;
  number: string;
  customer_id: string;
  wallet_id: string;
  currency: string;
  amount: bigint;
  approved_amount: bigint | null;
  fee: bigint | null;
  status: string;
  user_note: string | null;
  admin_note: string | null;
  proof_file_id: string | null;
  proof_sha256: string | null;
  proof_content_type: string | null;
  proof_uploaded_at: string | null;
  requested_at: string;
  decided_at: string | null;
  decided_by: string | null;
  credited_at: string | null;
  position: bigint;
};
export const deposits: Table<DepositRow> = {
  name: 'deposits',
  key: ['deposit_id'],
  columns: {
    deposit_id: 'uuid',
    number: 'text',
    customer_id: 'uuid',
    wallet_id: 'uuid',
    currency: 'text',
    amount: 'bigint',
    approved_amount: 'bigint',
    fee: 'bigint',
    status: 'text',
    user_note: 'text',
    admin_note: 'text',
    proof_file_id: 'uuid',
    proof_sha256: 'text',
    proof_content_type: 'text',
    proof_uploaded_at: 'timestamptz',
    requested_at: 'timestamptz',
    decided_at: 'timestamptz',
    decided_by: 'text',
    credited_at: 'timestamptz',
    position: 'bigint',
  },
  onChange: countedAs(counted),
};

export const depositsProjection: Projection = {
  name: 'deposits',
  tableSql: new URL('table.sql', import.meta.url),
  tables: [deposits],
  reads(event) {
    const id = depositIdOf(event);
    if (id === undefined) return [];
    return [event.type === 'DepositRequested' ? newRowOf(deposits, id) : rowOf(deposits, id)];
  },
  apply(event, rows) {
    const id = depositIdOf(event);
    if (id === undefined) return;
    if (event.type === 'DepositRequested') {
      const row = requested(event);
      rows.insert(deposits, row);
      return;
    }
    // A wallet may be credited for a paper that is not a deposit of this store: nothing to note then.
    if (event.type === 'WalletCredited' && !rows.get(deposits, id)) return;
    const before = rows.require(deposits, id);
    if (event.type === 'DepositDeleted') {
      rows.remove(deposits, before);
      return;
    }
    const after = evolve(event, before);
    rows.update(deposits, before, after);
  },
};

/** The deposit that an event says something of; undefined when it says nothing of one. */
function depositIdOf(event: RecordedLedgerEvent): string | undefined {
  if (categoryOf(event) === 'deposit') return objectIdOf(event);
  if (event.type === 'WalletCredited' && event.data.reason === 'deposit') return event.data.document.id;
  return undefined;
}

function requested(event: Extract<RecordedLedgerEvent, { type: 'DepositRequested' }>): DepositRow {
  const { data } = event;
  return {
    deposit_id: objectIdOf(event),
    number: data.number,
    customer_id: data.customerId,
    wallet_id: data.walletId,
    currency: data.amount.currency,
    amount: data.amount.amount,
    approved_amount: null,
    fee: null,
    status: 'pending',
    user_note: data.note,
    admin_note: null,
    proof_file_id: null,
    proof_sha256: null,
    proof_content_type: null,
    proof_uploaded_at: null,
    requested_at: event.metadata.time,
    decided_at: null,
    decided_by: null,
    credited_at: null,
    position: event.position,
  };
}

function evolve(event: RecordedLedgerEvent, row: DepositRow): DepositRow {
  const { time, actor } = event.metadata;
  switch (event.type) {
    case 'DepositProofUploaded':
      return {
        ...row,
        proof_file_id: event.data.fileId,
        proof_sha256: event.data.sha256,
        proof_content_type: event.data.contentType,
        proof_uploaded_at: time,
      };
    case 'DepositApproved':
      return {
        ...row,
        status: 'approved',
        approved_amount: event.data.approvedAmount.amount,
        fee: event.data.fee.amount,
        admin_note: event.data.note,
        decided_at: time,
        decided_by: actor.id,
      };
    case 'DepositRejected':
      return { ...row, status: 'rejected', admin_note: event.data.note, decided_at: time, decided_by: actor.id };
    case 'WalletCredited':
      return { ...row, credited_at: time };
    default:
      return row;
  }
}

function counted(row: DepositRow): Counted {
  return {
    subject: 'deposit',
    scopes: [`customer:${row.customer_id}`],
    day: row.requested_at.slice(0, 10),
    currency: row.currency,
    type: '',
    status: row.status,
    amount: row.amount,
  };
}
