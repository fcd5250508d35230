// What may differ between the bank and the books, in words for screens. Pure facts: the contract and the screens read them.

/** What makes the bank's balance another than that of the books. */
export const OPEN_KINDS = [
  'undecided',
  'asked',
  'other-amount',
  'booked-later',
  'deposit-without-line',
  'payout-without-line',
  'return-without-line',
  'correction-without-line',
  'line-later',
  'gap',
] as const;
export type OpenKind = (typeof OPEN_KINDS)[number];

/** In words; a clerk reads them on the screen and in the command. */
export const OPEN_TITLES: Readonly<Record<OpenKind, string>> = {
  undecided: 'Lines of the bank that are not decided',
  asked: 'Lines that may have been imported before (not counted until somebody says)',
  'other-amount': 'Lines that were decided with another amount',
  'booked-later': 'Lines that the books have on a later day',
  'deposit-without-line': 'Deposits credited without a line of the bank',
  'payout-without-line': 'Withdrawals completed without a line of the bank',
  'return-without-line': 'Returns from suspense without a line of the bank',
  'correction-without-line': 'Corrections without a line of the bank',
  'line-later': 'Bookings whose line the bank shows on a later day',
  gap: 'Missing between two statements',
};

/** The same inside a sentence, after a colon. */
export const openTitleInside = (kind: OpenKind): string =>
  OPEN_TITLES[kind].charAt(0).toLowerCase() + OPEN_TITLES[kind].slice(1);
