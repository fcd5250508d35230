import { CORRECTION_KINDS } from '#core/correction/kinds.ts';
import { bigint, currency, day, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

export const CORRECTION_STATES = ['proposed', 'booked', 'rejected'] as const;

/** Each correction as it was proposed last, and what became of it. */
export const corrections = defineTable(
  'corrections',
  ['correction_id'],
  {
    correction_id: uuid(),
    number: text(),
    kind: oneOf(CORRECTION_KINDS),
    status: oneOf(CORRECTION_STATES),
    /** As the bank shows it: negative where money left. */
    amount: bigint(),
    currency: currency(),
    reason: text(),
    paper: optional(text()),
    bank_line_id: optional(text()),
    document_kind: optional(oneOf(['deposit', 'withdrawal'])),
    document_id: optional(uuid()),
    document_number: optional(text()),
    wallet_id: optional(uuid()),
    value_date: day(),
    proposed_at: time(),
    proposed_by: text(),
    decided_at: optional(time()),
    decided_by: optional(text()),
    position: bigint(),
  },
  {
    indexes: {
      by_time: ['proposed_at', 'position'],
      waiting: { on: ['proposed_at', 'position'], where: "status = 'proposed'" },
      by_line: { on: ['bank_line_id'], where: 'bank_line_id is not null' },
    },
  },
);
