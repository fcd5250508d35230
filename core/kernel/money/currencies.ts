// The one table of currencies, used by core, the contract, the browser and the command line. It imports nothing.

/**
 * `digits` is the number of decimals of one unit (ISO 4217); `isBanked` means that a customer's bank account may be in
 * it.
 */
type Row = { readonly digits: number; readonly symbol: string; readonly name: string; readonly isBanked: boolean };

/** Every currency that the ledger can keep. Which of them the store offers is a setting. */
export const CURRENCIES = {
  USD: { digits: 2, symbol: '$', name: 'US dollars', isBanked: true },
  EUR: { digits: 2, symbol: '€', name: 'euros', isBanked: true },
  GBP: { digits: 2, symbol: '£', name: 'British pounds', isBanked: true },
  JPY: { digits: 0, symbol: '¥', name: 'Japanese yen', isBanked: true },
  AUD: { digits: 2, symbol: 'A$', name: 'Australian dollars', isBanked: true },
  CAD: { digits: 2, symbol: 'CA$', name: 'Canadian dollars', isBanked: true },
  CHF: { digits: 2, symbol: 'CHF\u00a0', name: 'Swiss francs', isBanked: true },
  CNY: { digits: 2, symbol: 'CN¥', name: 'Chinese yuan', isBanked: true },
  KWD: { digits: 3, symbol: 'KWD\u00a0', name: 'Kuwaiti dinars', isBanked: false },
} as const satisfies Record<string, Row>;

export type Currency = keyof typeof CURRENCIES;

const codes = Object.keys(CURRENCIES) as [Currency, ...Currency[]];
/** In the order in which lists show them. */
export const CURRENCY_CODES: Readonly<[Currency, ...Currency[]]> = codes;

/** Currencies a customer's own bank account may be in. */
export const BANKING_CURRENCIES = codes.filter((code) => CURRENCIES[code].isBanked);

/** The currency in which rates are given and sums over several currencies are shown. */
export const BASE_CURRENCY = 'USD' satisfies Currency;
export const DEFAULT_CURRENCIES: Readonly<[Currency, ...Currency[]]> = ['USD', 'EUR'];

export const isCurrency = (text: string | null): text is Currency => text !== null && Object.hasOwn(CURRENCIES, text);

/** '$', '€', '¥' …: the symbol before an amount. */
export const currencySymbol = (currency: Currency): string => CURRENCIES[currency].symbol;
