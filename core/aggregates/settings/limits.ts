/** Length of a line of settings, of the reason for a change, and of what a section lists. */
export const MAX_SETTINGS_LINE = 200;
export const MAX_SETTINGS_REASON = 300;
export const MAX_ADDRESS_LINES = 5;
export const MAX_SELLER_LINKS = 8;
export const MAX_SELLER_ACCOUNTS = 40;
export const MAX_RECALLS = 100;
/** A change of these fields of the seller concerns money: the country decides the VAT of invoices, and the sender is what customers trust. */
export const SELLER_MONEY = ['country', 'vatId', 'mailFrom'] as const;
export const MAX_PAYOUT_ACCOUNTS = 40;
/** How many moments a debt is reminded of, and the largest day or percentage of one. */
export const MAX_REMINDERS = 10;
export const MAX_REMINDER = 9_999;

/**
 * The kind of a gift card in the VAT law of the European Union (Article 30a of Directive 2006/112/EC). If the VAT on what it buys is known
 * at its sale, it is single-purpose, and the sale bears the VAT. Otherwise it is multi-purpose, and its redemption does.
 */
export const VOUCHER_KINDS = ['multi-purpose', 'single-purpose'] as const;
export type VoucherKind = (typeof VOUCHER_KINDS)[number];

/** A whole number that the seller decides: what it is before anybody decides, within which bounds, and how screens call it. */
type NumberRow = {
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly label: string;
  readonly what: string;
};
export type NumberRows = Readonly<Record<string, NumberRow>>;
const number = (value: number, unit: string, min: number, max: number, label: string) => ({
  value,
  unit,
  min,
  max,
  label,
});

export const APPROVAL_NUMBERS = {
  aloneWindowDays: {
    ...number(7, 'days', 1, 90, 'Days added up'),
    what: 'The days in which what one administrator decides alone about one customer, or about all with one bank account, is added up, for deposits, payouts and credit limits each.',
  },
  aloneWindowPercent: {
    ...number(100, 'percent', 100, 10_000, 'Most in these days'),
    what: 'What these decisions may come to, in percent of the threshold of one, before the next one takes a second administrator.',
  },
  discountsAlone: {
    ...number(20, 'discounts', 0, 10_000, 'Discounts in these days'),
    what: 'How many discounts one administrator raises alone in these days, and how many are raised for one customer, before the next one takes a second administrator.',
  },
  inviterDays: {
    ...number(30, 'days', 0, 365, 'Apart from who invited them'),
    what: 'How long two administrators, of whom one brought the other in, are not the two that a decision takes.',
  },
  companyEditorDays: {
    ...number(30, 'days', 1, 365, 'Apart from who edited the company'),
    what: 'How long an administrator who edited a company may not be the one who approves it, unless another one did since.',
  },
  priceFallPercent: {
    ...number(30, 'percent', 1, 90, 'Fall of a price'),
    what: 'How far a price may fall below the highest of the last days before it takes a second administrator.',
  },
  priceRisePercent: {
    ...number(100, 'percent', 1, 10_000, 'Rise of a price'),
    what: 'How far a price may rise above the lowest of the last days before it takes a second administrator.',
  },
  priceWindowDays: {
    ...number(7, 'days', 1, 90, 'Days of prices'),
    what: 'The days whose prices a new one is compared with.',
  },
} as const satisfies NumberRows;

export const WAIT_NUMBERS = {
  settingsChangeHours: {
    ...number(24, 'hours', 0, 168, 'Change of these settings'),
    what: 'How long a change that concerns money, an account number or a guard waits after a second owner confirmed it, or where no other owner can.',
  },
  administratorChangeHours: {
    ...number(24, 'hours', 1, 168, 'Change to an administrator'),
    what: 'How long a change to an administrator can be stopped where no second owner can confirm it, or the command line makes it.',
  },
  newPayeeHours: {
    ...number(24, 'hours', 0, 720, 'Withdrawal to a new account'),
    what: 'How long a withdrawal waits when its bank account was never paid before.',
  },
  withdrawalStopDays: {
    ...number(30, 'days', 1, 365, 'Link that stops a withdrawal'),
    what: 'How long the link of the mail about a withdrawal stops it.',
  },
  youngFactorDays: {
    ...number(7, 'days', 1, 60, 'New second factor'),
    what: 'How long a new passkey or authenticator app counts as young: the link of its mail removes it, and a reset of the password by mail removes it where it is not confirmed.',
  },
  secondFactorResetHours: {
    ...number(24, 'hours', 12, 720, 'Reset of a second factor'),
    what: 'How long a reset of a customer’s second factor waits. The customer gets a mail at once and can stop it until then.',
  },
  refreshTokenDays: {
    ...number(30, 'days', 1, 90, 'Customer stays signed in'),
    what: 'How long a customer stays signed in without a visit.',
  },
  adminSessionHours: {
    ...number(24, 'hours', 1, 24, 'Administrator stays signed in'),
    what: 'How long an administrator stays signed in.',
  },
} as const satisfies NumberRows;

export const ORDER_NUMBERS = {
  orderTermHours: {
    ...number(48, 'hours', 2, 720, 'Time to pay'),
    what: 'How long an order waits for its payment before it is cancelled. Orders that were placed keep their time.',
  },
  orderWarningHours: {
    ...number(12, 'hours', 1, 719, 'Warning before that'),
    what: 'How long before an unpaid order is cancelled its customer is warned by mail.',
  },
} as const satisfies NumberRows;

export const RETENTION_NUMBERS = {
  invoiceRetentionYears: {
    ...number(7, 'years', 1, 50, 'Invoices of erased customers'),
    what: 'How long invoices of an erased customer are kept, from the end of the year that they are of. Then they are removed.',
  },
  securityEventDays: {
    ...number(90, 'days', 7, 3_650, 'Security log'),
    what: 'How long the security log keeps its events.',
  },
  supersededFileDays: {
    ...number(365, 'days', 1, 3_650, 'Replaced files'),
    what: 'How long a company document or proof is kept that its customer replaced or took back. Administrators see it until then.',
  },
} as const satisfies NumberRows;
