/** Separated the customer's part in the one sealed text of a rejection of version 1. */
const TO_CUSTOMER = '\nTo the customer: ';

/**
 * Splits the one text of an old rejection. The last mark counts: where the customer's part contains one too, a piece of it stays internal,
 * and nothing internal is ever shown.
 */
export function splitJointNote(note: string): { internal: string; toCustomer: string | null } {
  const at = note.lastIndexOf(TO_CUSTOMER);
  if (at < 0) return { internal: note, toCustomer: null };
  return { internal: note.slice(0, at), toCustomer: note.slice(at + TO_CUSTOMER.length) };
}
