import type { RecordedLedgerEvent } from '#core/events.ts';
import { valueDayOf } from '#core/kernel/value-date.ts';
import { WITHDRAWAL_STATES } from '#core/states.ts';
import type { RowOf } from '../kernel/columns.ts';
import { categoryOf, objectIdOf, type Projection } from '../kernel/projection.ts';
import { rowOf } from '../kernel/table.ts';
import { firstYes, requestOf } from '../lists/requests.ts';
import { withdrawals } from './table.ts';

type WithdrawalRow = RowOf<typeof withdrawals.columns>;

export const withdrawalsProjection: Projection = {
  name: 'withdrawals',
  tables: [withdrawals],
  reads(event) {
    if (categoryOf(event) !== 'withdrawal') return [];
    const id = objectIdOf(event);
    return [rowOf(withdrawals, id)];
  },
  apply(event, rows) {
    if (categoryOf(event) !== 'withdrawal') return;
    if (event.type === 'WithdrawalRequested') {
      const { requestedBy, madeBy, bankSnapshotId, payableFrom = null, userNote, adminNote } = event.data;
      return rows.insert(withdrawals, {
        ...{ withdrawal_id: objectIdOf(event), ...requestOf(event) },
        ...{ requested_by: requestedBy, bank_snapshot_id: bankSnapshotId, payable_from: payableFrom },
        ...{ user_note: userNote, admin_note: adminNote },
        ...(madeBy === undefined ? {} : firstYes(madeBy, event.metadata.time, null)),
      });
    }
    const before = rows.require(withdrawals, objectIdOf(event));
    rows.put(withdrawals, evolve(event, before));
  },
};

const OVER = { awaits_second: false } as const;

function evolve(event: RecordedLedgerEvent, row: WithdrawalRow): WithdrawalRow {
  const { time, actor } = event.metadata;
  switch (event.type) {
    case 'WithdrawalFundsHeld':
      return { ...row, status: WITHDRAWAL_STATES.held, held_at: time };
    case 'WithdrawalFailed':
      return { ...row, ...OVER, status: WITHDRAWAL_STATES.failed, failure_reason: event.data.reason, decided_at: time };
    case 'WithdrawalPayoutProposed': {
      const { by, note, valueDate = null, bankLineId = null } = event.data;
      return { ...row, ...firstYes(by, time, note), value_date: valueDate, bank_line_id: bankLineId };
    }
    case 'WithdrawalCompleted':
      return {
        ...row,
        ...OVER,
        status: WITHDRAWAL_STATES.completed,
        value_date: valueDayOf(event),
        bank_line_id: event.data.bankLineId ?? null,
        decision_note: event.data.note,
        decided_at: time,
        decided_by: actor.id,
      };
    case 'WithdrawalRejected':
      return {
        ...row,
        ...OVER,
        status: WITHDRAWAL_STATES.rejected,
        value_date: null,
        bank_line_id: null,
        decision_note: event.data.adminNote,
        decision_user_note: event.data.userNote,
        decision_joint_note: event.data.jointNote ?? null,
        decided_at: time,
        decided_by: actor.id,
      };
    default:
      return row;
  }
}
