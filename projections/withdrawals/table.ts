import { SHOWN_WITHDRAWALS } from '#core/states.ts';
import { bigint, currency, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable, NUMBER_INDEXES } from '../kernel/table.ts';
import { tallied } from '../tally/tally.ts';

export const withdrawals = tallied(
  defineTable(
    'withdrawals',
    ['withdrawal_id'],
    {
      withdrawal_id: uuid(),
      number: text(),
      customer_id: uuid(),
      wallet_id: uuid(),
      currency: currency(),
      /** Minor units. */
      amount: bigint(),
      status: oneOf(SHOWN_WITHDRAWALS),
      requested_by: oneOf(['customer', 'administrator']),
      bank_snapshot_id: optional(uuid()),
      /** All notes are encrypted under the customer's key. */
      user_note: optional(text()),
      admin_note: optional(text()),
      /** The administrator's. */
      decision_note: optional(text()),
      decision_user_note: optional(text()),
      /** Both in one text, where an old rejection holds it. */
      decision_joint_note: optional(text()),
      failure_reason: optional(text()),
      requested_at: time(),
      /** When the wallet held the amount; until then it can be neither completed nor rejected. */
      held_at: optional(time()),
      decided_at: optional(time()),
      /** The administrator's id. */
      decided_by: optional(text()),
      /** Of the request. */
      position: bigint(),
    },
    {
      indexes: {
        by_time: ['requested_at', 'position'],
        by_amount: ['amount', 'position'],
        by_status: ['status', 'requested_at', 'position'],
        by_customer: ['customer_id', 'requested_at', 'position'],
        ...NUMBER_INDEXES,
      },
    },
  ),
  {
    subject: 'withdrawal',
    began: 'requested_at',
    status: 'status',
    currency: 'currency',
    amount: 'amount',
    scopes: ['customer_id'],
  },
);
