// The two times by which the books are read. It imports nothing.

/** When it was recorded, or when the bank received or paid the money. */
export const TIMES = ['recorded', 'value-date'] as const;
export type By = (typeof TIMES)[number];
