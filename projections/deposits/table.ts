import { SHOWN_DEPOSITS } from '#core/states.ts';
import { bigint, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';
import { REQUEST_COLUMNS, REQUEST_INDEXES, REQUEST_TALLY } from '../lists/requests.ts';
import { tallied } from '../tally/tally.ts';

/** Deleted deposits have no row: their data is in the audit trail. */
export const deposits = tallied(
  defineTable(
    'deposits',
    ['deposit_id'],
    {
      deposit_id: uuid(),
      ...REQUEST_COLUMNS,
      approved_amount: optional(bigint()),
      fee: optional(bigint()),
      /** The amount that the first of two administrators approved. */
      first_amount: optional(bigint()),
      status: oneOf(SHOWN_DEPOSITS),
      proof_file_id: optional(uuid()),
      proof_sha256: optional(text()),
      proof_content_type: optional(text()),
      proof_uploaded_at: optional(time()),
      /** The bank's line that it was approved from, also in a first approval. */
      bank_line_id: optional(text()),
      /** When the wallet received the approved amount. */
      credited_at: optional(time()),
    },
    { indexes: REQUEST_INDEXES },
  ),
  { subject: 'deposit', ...REQUEST_TALLY },
);
