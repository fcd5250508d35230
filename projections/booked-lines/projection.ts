import type { RecordedLedgerEvent } from '#core/events.ts';
import type { DocumentRef } from '#core/kernel/event.ts';
import type { Money } from '#core/kernel/money.ts';
import { valueDayOf } from '#core/kernel/value-date.ts';
import type { LinePart } from '#core/suspense/events.ts';
import type { RowOf } from '../kernel/columns.ts';
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
    // The deposits of a line that pays several are booked when their parts are assigned.
    if (event.type === 'DepositApproved' && before?.split_left !== undefined && before.split_left !== null) return;
    const row = { line_id: id, position: event.position, ...stateAfter(event), ...splitAfter(event, before) };
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
    case 'BankLineSplitProposed':
    case 'BankLineSplit':
    case 'BankLineSplitRejected':
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
    case 'BankLineSplitProposed':
    case 'BankLineSplit':
      return { ...amountOf(event.data.amount), state: 'held' as const };
    case 'BankLineSplitRejected':
      return { state: 'held' as const };
    default:
      throw new Error(`${event.type} says nothing of a line of the bank.`);
  }
}

type Row = RowOf<typeof bookedLines.columns>;
const WHOLE = { split_into: null, split_left: null, first_by: null, first_at: null };

/** What several deposits have of the line; after a split the row keeps the amount of the whole. */
function splitAfter(event: RecordedLedgerEvent, before: Row | undefined): Partial<Row> {
  const { time } = event.metadata;
  switch (event.type) {
    case 'BankLineSplitProposed':
      return { ...WHOLE, split_into: idsOf(event.data.parts), first_by: event.data.by, first_at: time };
    case 'BankLineSplit':
      return { ...WHOLE, split_into: idsOf(event.data.parts), split_left: event.data.amount.amount };
    case 'BankLineSplitRejected':
      return WHOLE;
    case 'BankLineAssigned': {
      const left = before?.split_left ?? null;
      if (!before || left === null) return WHOLE;
      const rest = left - event.data.amount.amount;
      const isOver = rest === 0n;
      return {
        ...{ amount: before.amount, split_left: rest, document_kind: isOver ? 'deposit' : null, document_id: null },
        ...(!isOver && { state: 'held', released_at: null, released_by: null }),
      };
    }
    default:
      return {};
  }
}

const idsOf = (parts: readonly LinePart[]): string => parts.map(({ document }) => document.id).join(',');
const amountOf = ({ amount, currency }: Money) => ({ amount, currency });
const bookedAs = (kind: DocumentRef['kind'] | 'correction', id: string) => ({
  ...{ state: 'booked' as const, document_kind: kind, document_id: id },
});
