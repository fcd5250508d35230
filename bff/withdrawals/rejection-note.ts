/** Set the customer's part apart in the one sealed text of a rejection of version 1. */
const TO_CUSTOMER = '\nTo the customer: ';

/**
 * Parts the one text that an old rejection holds. The last mark counts: where the customer's part holds one too, a piece of it
 * stays internal, and nothing internal is ever shown.
 */
export function splitJointNote(note: string): { internal: string; toCustomer: string | null } {
  const at = note.lastIndexOf(TO_CUSTOMER);
  if (at < 0) return { internal: note, toCustomer: null };
  return { internal: note.slice(0, at), toCustomer: note.slice(at + TO_CUSTOMER.length) };
}
