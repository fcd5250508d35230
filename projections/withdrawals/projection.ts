import type { RecordedLedgerEvent } from '#core/events.ts';
import { categoryOf, objectIdOf, type Projection } from '../kernel/projection.ts';
import { newRowOf, rowOf, type Table } from '../kernel/table.ts';
import { type Counted, countedAs } from '../tally/tally.ts';

type WithdrawalRow = {
  withdrawal_id: string;
  number: string;
  customer_id: string;
  wallet_id: string;
  currency: string;
  amount: bigint;
  status: string;
  requested_by: string;
  bank_snapshot_id: string | null;
  user_note: string | null;
  admin_note: string | null;
  decision_note: string | null;
  failure_reason: string | null;
  requested_at: string;
  held_at: string | null;
  decided_at: string | null;
  decided_by: string | null;
  position: bigint;
};
export const withdrawals: Table<WithdrawalRow> = {
  name: 'withdrawals',
  key: ['withdrawal_id'],
  columns: {
    withdrawal_id: 'uuid',
    number: 'text',
    customer_id: 'uuid',
    wallet_id: 'uuid',
    currency: 'text',
    amount: 'bigint',
    status: 'text',
    requested_by: 'text',
    bank_snapshot_id: 'uuid',
    user_note: 'text',
    admin_note: 'text',
    decision_note: 'text',
    failure_reason: 'text',
    requested_at: 'timestamptz',
    held_at: 'timestamptz',
    decided_at: 'timestamptz',
    decided_by: 'text',
    position: 'bigint',
  },
  onChange: countedAs(counted),
};

export const withdrawalsProjection: Projection = {
  name: 'withdrawals',
  tableSql: new URL('table.sql', import.meta.url),
  tables: [withdrawals],
  reads(event) {
    if (categoryOf(event) !== 'withdrawal') return [];
    const id = objectIdOf(event);
    return [event.type === 'WithdrawalRequested' ? newRowOf(withdrawals, id) : rowOf(withdrawals, id)];
  },
  apply(event, rows) {
    if (categoryOf(event) !== 'withdrawal') return;
    if (event.type === 'WithdrawalRequested') {
      const row = requested(event);
      rows.insert(withdrawals, row);
      return;
    }
    const before = rows.require(withdrawals, objectIdOf(event));
    const after = evolve(event, before);
    rows.update(withdrawals, before, after);
  },
};

function requested(event: Extract<RecordedLedgerEvent, { type: 'WithdrawalRequested' }>): WithdrawalRow {
  const { data } = event;
  return {
    withdrawal_id: objectIdOf(event),
    number: data.number,
    customer_id: data.customerId,
    wallet_id: data.walletId,
    currency: data.amount.currency,
    amount: data.amount.amount,
    status: 'pending',
    requested_by: data.requestedBy,
    bank_snapshot_id: data.bankSnapshotId,
    user_note: data.userNote,
    admin_note: data.adminNote,
    decision_note: null,
    failure_reason: null,
    requested_at: event.metadata.time,
    held_at: null,
    decided_at: null,
    decided_by: null,
    position: event.position,
  };
}

function evolve(event: RecordedLedgerEvent, row: WithdrawalRow): WithdrawalRow {
  const { time, actor } = event.metadata;
  switch (event.type) {
    case 'WithdrawalFundsHeld':
      return { ...row, held_at: time };
    case 'WithdrawalFailed':
      return { ...row, status: 'failed', failure_reason: event.data.reason, decided_at: time };
    case 'WithdrawalCompleted':
      return { ...row, status: 'completed', decision_note: event.data.note, decided_at: time, decided_by: actor.id };
    case 'WithdrawalRejected':
      return { ...row, status: 'rejected', decision_note: event.data.note, decided_at: time, decided_by: actor.id };
    default:
      return row;
  }
}

function counted(row: WithdrawalRow): Counted {
  return {
    subject: 'withdrawal',
    scopes: [`customer:${row.customer_id}`],
    day: row.requested_at.slice(0, 10),
    currency: row.currency,
    type: '',
    status: row.status,
    amount: row.amount,
  };
}
