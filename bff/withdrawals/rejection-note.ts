/** Sets the customer's part apart in the one sealed note that a rejection's event keeps. */
const TO_CUSTOMER = '\nTo the customer: ';

/** The internal reason, and what the customer is told, as one text. */
export const joinRejectionNote = (internal: string, toCustomer: string | null): string =>
  toCustomer === null ? internal : `${internal}${TO_CUSTOMER}${toCustomer}`;

/**
 * The two parts again. The last mark counts: should the customer's text hold one too, a piece of it stays internal, and
 * nothing internal is ever shown.
 */
export function splitRejectionNote(note: string): { internal: string; toCustomer: string | null } {
  const at = note.lastIndexOf(TO_CUSTOMER);
  if (at < 0) return { internal: note, toCustomer: null };
  return { internal: note.slice(0, at), toCustomer: note.slice(at + TO_CUSTOMER.length) };
}
