/** What is asked where a rate is far from the last. */
export const RATE_QUESTION = { code: 'confirm_rate', title: 'Is this rate right?', confirmLabel: 'Record it' } as const;
