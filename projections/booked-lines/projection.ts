import type { RecordedLedgerEvent } from '#core/events.ts';
import type { DocumentRef } from '#core/kernel/event.ts';
import type { Money } from '#core/kernel/money.ts';
import { valueDayOf } from '#core/kernel/value-date.ts';
import { objectIdOf, type Projection } from '../kernel/projection.ts';
import { rowOf } from '../kernel/table.ts';
import { bookedLines } from './table.ts';

export const bookedLinesProjection: Projection = {
  name: 'booked-lines',
  tables: [bookedLines],
  reads(event) {
    const id = lineIdOf(event);
    return id === undefined ? [] : [rowOf(bookedLines, id)];
  },
  apply(event, rows) {
    const id = lineIdOf(event);
    if (id === undefined) return;
    const before = rows.get(bookedLines, id);
    const row = { line_id: id, position: event.position, ...stateAfter(event) };
    if (before) rows.update(bookedLines, before, { ...before, ...row, position: before.position });
    else rows.insert(bookedLines, row);
  },
};

/** The line that an event is about; undefined when it is about none. */
function lineIdOf(event: RecordedLedgerEvent): string | undefined {
  switch (event.type) {
    case 'DepositApproved':
    case 'WithdrawalCompleted':
    case 'CorrectionBooked':
      return event.data.bankLineId;
    case 'BankLineHeldInSuspense':
    case 'BankLineAssigned':
    case 'BankLineReturned':
      return event.data.lineId;
    default:
      return undefined;
  }
}

function stateAfter(event: RecordedLedgerEvent) {
  const { time, actor } = event.metadata;
  const released = { released_at: time, released_by: actor.id };
  switch (event.type) {
    case 'DepositApproved':
      return { ...amountOf(event.data.approvedAmount), ...bookedAs('deposit', event.data.depositId) };
    case 'CorrectionBooked':
      return { ...amountOf(event.data.amount), ...bookedAs('correction', event.data.correctionId) };
    case 'BankLineHeldInSuspense': {
      const held = { state: 'held' as const, held_at: time, held_by: event.data.by, held_on: valueDayOf(event) };
      return { ...amountOf(event.data.amount), ...held };
    }
    case 'BankLineAssigned': {
      const { kind, id } = event.data.document;
      return { ...amountOf(event.data.amount), ...bookedAs(kind, id), ...released };
    }
    case 'BankLineReturned': {
      const returned = { state: 'returned' as const, returned_on: valueDayOf(event) };
      return { ...amountOf(event.data.amount), ...returned, ...released };
    }
    case 'WithdrawalCompleted':
      return { ...amountOf(event.data.amount), ...bookedAs('withdrawal', objectIdOf(event)) };
    default:
      throw new Error(`${event.type} says nothing of a line of the bank.`);
  }
}

const amountOf = ({ amount, currency }: Money) => ({ amount, currency });
const bookedAs = (kind: DocumentRef['kind'] | 'correction', id: string) => ({
  ...{ state: 'booked' as const, document_kind: kind, document_id: id },
});
