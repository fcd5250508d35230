import { SHOWN_DEPOSITS } from '#core/states.ts';
import { bigint, currency, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable, NUMBER_INDEXES } from '../kernel/table.ts';
import { tallied } from '../tally/tally.ts';

/** Deleted deposits have no row: the audit trail keeps what they were. */
export const deposits = tallied(
  defineTable(
    'deposits',
    ['deposit_id'],
    {
      deposit_id: uuid(),
      number: text(),
      customer_id: uuid(),
      wallet_id: uuid(),
      currency: currency(),
      /** As requested, in minor units as all amounts here. */
      amount: bigint(),
      approved_amount: optional(bigint()),
      fee: optional(bigint()),
      status: oneOf(SHOWN_DEPOSITS),
      /** Both notes are encrypted under the customer's key. */
      user_note: optional(text()),
      admin_note: optional(text()),
      proof_file_id: optional(uuid()),
      proof_sha256: optional(text()),
      proof_content_type: optional(text()),
      proof_uploaded_at: optional(time()),
      requested_at: time(),
      decided_at: optional(time()),
      /** The administrator's id. */
      decided_by: optional(text()),
      /** When the wallet received the approved amount. */
      credited_at: optional(time()),
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
    subject: 'deposit',
    began: 'requested_at',
    status: 'status',
    currency: 'currency',
    amount: 'amount',
    scopes: ['customer_id'],
  },
);
