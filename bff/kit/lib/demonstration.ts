/** What every page, paper and mail of a demonstration says first. */
export const DEMONSTRATION = 'Demonstration store: no real money, no real codes.';
