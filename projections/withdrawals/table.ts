import { SHOWN_WITHDRAWALS } from '#core/states.ts';
import { oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';
import { REQUEST_COLUMNS, REQUEST_INDEXES, REQUEST_TALLY } from '../lists/requests.ts';
import { tallied } from '../tally/tally.ts';

export const withdrawals = tallied(
  defineTable(
    'withdrawals',
    ['withdrawal_id'],
    {
      withdrawal_id: uuid(),
      ...REQUEST_COLUMNS,
      status: oneOf(SHOWN_WITHDRAWALS),
      requested_by: oneOf(['customer', 'administrator']),
      bank_snapshot_id: optional(uuid()),
      /** Its account was never paid before: nothing is paid earlier than this. */
      payable_from: optional(time()),
      /** The bank's line that it was completed with, or that a first approval named. */
      bank_line_id: optional(text()),
      /** The administrator's note. */
      decision_note: optional(text()),
      decision_user_note: optional(text()),
      /** Both notes in one text, in an old rejection. */
      decision_joint_note: optional(text()),
      failure_reason: optional(text()),
      /** When the wallet held the amount; until then it can be neither completed nor rejected. */
      held_at: optional(time()),
    },
    { indexes: REQUEST_INDEXES },
  ),
  { subject: 'withdrawal', ...REQUEST_TALLY },
);
