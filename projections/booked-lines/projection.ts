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
    if (before) rows.put(bookedLines, { ...before, ...row, position: before.position });
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
    case 'BankLinePartReleased':
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
    case 'BankLinePartReleased':
      return { state: 'held' as const };
    default:
      throw new Error(`${event.type} says nothing of a line of the bank.`);
  }
}

type Row = RowOf<typeof bookedLines.columns>;
const WHOLE = { split_into: null, split_left: null, split_released: null, first_by: null, first_at: null };
const IN_SUSPENSE = {
  ...{ state: 'held' as const, document_kind: null, document_id: null, released_at: null, released_by: null },
};

/** What several deposits have of the line; once each has its part, or released it, the row is of what is left. */
function splitAfter(event: RecordedLedgerEvent, before: Row | undefined): Partial<Row> {
  const { time } = event.metadata;
  switch (event.type) {
    case 'BankLineSplitProposed':
      return { ...WHOLE, split_into: idsOf(event.data.parts), first_by: event.data.by, first_at: time };
    case 'BankLineSplit':
      return { ...WHOLE, split_into: idsOf(event.data.parts), split_left: event.data.amount.amount };
    case 'BankLineSplitRejected':
      return WHOLE;
    case 'BankLinePartReleased': {
      const { amount, document } = event.data;
      if (!before || before.split_left === null) return {};
      const others = (before.split_into ?? '').split(',').filter((id) => id !== document.id);
      const released = (before.split_released ?? 0n) + amount.amount;
      return afterPart({ ...before, split_into: others.join(','), split_released: released }, before.split_left);
    }
    case 'BankLineAssigned': {
      const { amount, document } = event.data;
      if (!before) return WHOLE;
      if (before.split_left === null) {
        const rest = before.state === 'held' ? before.amount - amount.amount : 0n;
        return rest > 0n ? { ...WHOLE, ...IN_SUSPENSE, amount: rest } : WHOLE;
      }
      const rest = before.split_left - amount.amount;
      const isPart = before.split_into?.split(',').includes(document.id);
      const released = before.split_released ?? 0n;
      return afterPart({ ...before, split_released: isPart ? released : released - amount.amount }, rest);
    }
    default:
      return {};
  }
}

/** A line of which `rest` is in suspense after a part of it was assigned or released. */
function afterPart({ amount, split_into, split_released }: Row, rest: bigint): Partial<Row> {
  if (rest === 0n) return { amount, split_into, split_left: rest, document_kind: 'deposit', document_id: null };
  if (rest === split_released) return { ...WHOLE, ...IN_SUSPENSE, amount: rest };
  return { ...IN_SUSPENSE, amount, split_into, split_left: rest, split_released };
}

const idsOf = (parts: readonly LinePart[]): string => parts.map(({ document }) => document.id).join(',');
const amountOf = ({ amount, currency }: Money) => ({ amount, currency });
const bookedAs = (kind: DocumentRef['kind'] | 'correction', id: string) => ({
  ...{ state: 'booked' as const, document_kind: kind, document_id: id },
});
