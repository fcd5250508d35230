import type { RecordedLedgerEvent } from '#core/events.ts';
import { valueDayOf } from '#core/kernel/value-date.ts';
import { DEPOSIT_STATES } from '#core/states.ts';
import type { RowOf } from '../kernel/columns.ts';
import { categoryOf, objectIdOf, type Projection } from '../kernel/projection.ts';
import { rowOf } from '../kernel/table.ts';
import { firstYes, NO_YES, requestOf } from '../lists/requests.ts';
import { deposits } from './table.ts';

type DepositRow = RowOf<typeof deposits.columns>;

export const depositsProjection: Projection = {
  name: 'deposits',
  tables: [deposits],
  reads(event) {
    const id = depositIdOf(event);
    if (id === undefined) return [];
    return [rowOf(deposits, id)];
  },
  apply(event, rows) {
    const id = depositIdOf(event);
    if (id === undefined) return;
    if (event.type === 'DepositRequested') {
      return rows.insert(deposits, { deposit_id: id, ...requestOf(event), user_note: event.data.note });
    }
    // A wallet may be credited for a paper that is no deposit of this store: then there is nothing to record.
    if (event.type === 'WalletCredited' && !rows.get(deposits, id)) return;
    const before = rows.require(deposits, id);
    if (event.type === 'DepositDeleted') rows.remove(deposits, before);
    else rows.put(deposits, evolve(event, before));
  },
};

/** The deposit that an event is about; undefined when it is about none. */
function depositIdOf(event: RecordedLedgerEvent): string | undefined {
  if (categoryOf(event) === 'deposit') return objectIdOf(event);
  if (event.type === 'WalletCredited' && event.data.reason === 'deposit') return event.data.document.id;
  return undefined;
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
        ...NO_YES,
        first_amount: null,
        bank_line_id: null,
      };
    case 'DepositApprovalProposed': {
      const { by, note, approvedAmount, valueDate = null, bankLineId = null } = event.data;
      return {
        ...row,
        ...firstYes(by, time, note),
        first_amount: approvedAmount.amount,
        value_date: valueDate,
        bank_line_id: bankLineId,
      };
    }
    case 'DepositApproved':
      return {
        ...row,
        status: DEPOSIT_STATES.approved,
        awaits_second: false,
        approved_amount: event.data.approvedAmount.amount,
        fee: event.data.fee.amount,
        value_date: valueDayOf(event),
        bank_line_id: event.data.bankLineId ?? null,
        admin_note: event.data.note,
        decided_at: time,
        decided_by: actor.id,
      };
    case 'DepositRejected':
      return {
        ...row,
        status: DEPOSIT_STATES.rejected,
        awaits_second: false,
        admin_note: event.data.note,
        decided_at: time,
        decided_by: actor.id,
      };
    case 'WalletCredited':
      return { ...row, credited_at: time };
    default:
      return row;
  }
}
