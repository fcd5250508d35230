// What lists of the back office are filtered and sorted by, and where they end. Without zod, so that screens have it without the schemas.

export const MAX_TRANSFERS = 100;

export const CREDIT_STATUSES = ['drawn', 'granted', 'nearly_used', 'runs_out', 'overdue'] as const;
export const CREDIT_SORTS = ['used_percent', 'days_left', 'since'] as const;

/** The result for a line of the bank: it is booked, a deposit or payout waits for it, or somebody has to look. */
export const LINE_RESULTS = [
  'booked',
  'to_decide',
  'amount_differs',
  'duplicate',
  'unknown',
  // The sender is unknown: the line is in suspense, or was sent back.
  'in_suspense',
  'returned',
  // It may be a line that was imported before, or is one.
  'asked',
  'known',
] as const;
export type LineResult = (typeof LINE_RESULTS)[number];
