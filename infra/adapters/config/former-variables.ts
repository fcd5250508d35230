import {
  APPROVAL_NUMBERS,
  type NumberRows,
  ORDER_NUMBERS,
  RETENTION_NUMBERS,
  VOUCHER_KINDS,
  WAIT_NUMBERS,
} from '#core/aggregates/settings/limits.ts';
import { SECTIONS, type Section, type ValueOf } from '#core/aggregates/settings/sections.ts';
import { isBic, isIban } from '#core/finance/bank/iban.ts';
import { BASE_CURRENCY, type Currency, isCurrency } from '#core/kernel/money/currencies.ts';
import { decimalToMinor } from '#core/kernel/money/decimals.ts';
import type { Rates } from '#core/kernel/money/rates.ts';
import type { Problem } from './config-error.ts';
import { filled, readEach } from './parsed.ts';

/** What variables of an older `.env` say, as values of the settings: they are taken over once. */
export type FormerSettings = {
  readonly sections: { readonly [Name in Section]?: { readonly names: string[]; readonly value: ValueOf<Name> } };
  /** First rates, of currencies that have none. */
  readonly rates: Rates;
};
type Said = { [Name in Section]?: Partial<ValueOf<Name>> };
type Read = (text: string) => Said | undefined;
type Former = { readonly expected: string; readonly read: Read };

/** Undefined if one of the texts is not read. */
const byCurrency = <Value>(texts: string[], read: (text: string) => [Currency, Value] | undefined) => {
  const found = readEach(texts, read);
  return found && (Object.fromEntries(found) as Partial<Record<Currency, Value>>);
};

const percent = (text: string) => (/^\d{1,3}(\.\d{1,8})?$/.test(text) && Number(text) <= 100 ? text : undefined);

const payoutAccounts = (text: string) =>
  readEach(filled(text), (pair) => {
    const [, code = '', account = '', bic = ''] =
      /^\s*([A-Z]{3})=([A-Z0-9]{4,34})\/([A-Z0-9]{8,11})\s*$/.exec(pair) ?? [];
    const isRead = isCurrency(code) && isBic(bic) && (code !== 'EUR' || isIban(account));
    return isRead ? { currency: code, account, bic } : undefined;
  });

const amounts = (text: string) =>
  byCurrency(text.split(','), (pair) => {
    const [code = '', decimal = ''] = pair.trim().split('=');
    return isCurrency(code) && decimalToMinor(decimal, code) !== undefined ? [code, decimal] : undefined;
  });

const levels = (text: string) =>
  text === 'none'
    ? []
    : readEach(text.split(','), (part) => (/^[1-9]\d{0,3}$/.test(part.trim()) ? Number(part) : undefined));

/** `EUR/USD=1.1,JPY/USD=0.0067` */
const rates = (text: string): Rates | undefined =>
  byCurrency(filled(text), (pair) => {
    const [, code = '', base, rate = ''] = /^\s*([A-Z]{3})\/([A-Z]{3})=(\d{1,6}(?:\.\d{1,8})?)\s*$/.exec(pair) ?? [];
    return isCurrency(code) && base === BASE_CURRENCY && Number(rate) > 0 ? [code, rate] : undefined;
  });

/** One field of a section, by what its schema lets through. */
const field =
  <Name extends Section>(section: Name, name: keyof ValueOf<Name>, parse: (text: string) => unknown): Read =>
  (text) => {
    const value = parse(text);
    return value === undefined ? undefined : ({ [section]: { [name]: value } } as Said);
  };
const whole = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined);

const NUMBERS: Readonly<Partial<Record<Section, NumberRows>>> = {
  approvals: APPROVAL_NUMBERS,
  waits: WAIT_NUMBERS,
  orders: ORDER_NUMBERS,
  retention: RETENTION_NUMBERS,
};

/** `newPayeeHours=48,discountsAlone=2`: rows of the tables of numbers. */
const policy: Read = (text) => {
  const rows = readEach(filled(text), (row) => {
    const [name = '', value = ''] = row.split('=').map((part) => part.trim());
    const section = (Object.keys(NUMBERS) as Section[]).find((each) => Object.hasOwn(NUMBERS[each] ?? {}, name));
    const number = whole(value);
    return section === undefined || number === undefined ? undefined : { section, name, number };
  });
  const said: Partial<Record<Section, object>> = {};
  for (const { section, name, number } of rows ?? []) said[section] = { ...said[section], [name]: number };
  return rows && (said as Said);
};

const percentage = 'a percentage up to 100';
const amountsExpected = `amounts by currency, ${BASE_CURRENCY} among them, such as USD=10000,EUR=9000`;
const of = (expected: string, read: Read): Former => ({ expected, read });
const RATES_EXPECTED = `rates to ${BASE_CURRENCY} above zero, such as EUR/${BASE_CURRENCY}=1.1`;
/** Rates are of the books and no setting; who had them configured is told where they are recorded. */
const rate: Read = () => ({ money: {} });

const FORMER: Readonly<Record<string, Former>> = {
  CURRENCIES: of(
    `codes of currencies, ${BASE_CURRENCY} among them`,
    field('money', 'currencies', (text) => {
      const codes = [...new Set(text.split(',').map((code) => code.trim()))];
      return codes.every(isCurrency) && codes.includes(BASE_CURRENCY) ? codes : undefined;
    }),
  ),
  RATES: of(RATES_EXPECTED, (text) => rates(text) && rate(text)),
  EUR_USD_RATE: of('a rate above zero', (text) => rates(`EUR/USD=${text}`) && rate(text)),
  CONVERSION_FEE_PERCENT: of(percentage, field('money', 'conversionFeePercent', percent)),
  DEPOSIT_FEE_PERCENT: of(percentage, field('money', 'depositFeePercent', percent)),
  PAYOUT_ACCOUNTS: of(
    'accounts with their BICs, such as EUR=DE89370400440532013000/COBADEFFXXX',
    field('money', 'payoutAccounts', payoutAccounts),
  ),
  VOUCHER_VAT: of(
    VOUCHER_KINDS.join(' or '),
    field('money', 'voucherVat', (text) => VOUCHER_KINDS.find((each) => each === text)),
  ),
  VAT_PERCENT: of(percentage, field('money', 'vatPercent', percent)),
  SECOND_APPROVAL_DEPOSIT: of(amountsExpected, field('approvals', 'depositAlone', amounts)),
  SECOND_APPROVAL_PAYOUT: of(amountsExpected, field('approvals', 'payoutAlone', amounts)),
  SECOND_APPROVAL_CREDIT: of(amountsExpected, field('approvals', 'creditAlone', amounts)),
  SECOND_APPROVAL_DISCOUNT: of(percentage, field('approvals', 'discountAlonePercent', percent)),
  APPROVAL_LIMIT_PER_DAY: of(
    'an amount',
    field('approvals', 'approvalLimitPerDay', (text) =>
      decimalToMinor(text, BASE_CURRENCY) === undefined ? undefined : text,
    ),
  ),
  POLICY: of('whole numbers within their bounds, such as newPayeeHours=48', policy),
  SECOND_FACTOR_RESET_HOURS: of('whole hours', field('waits', 'secondFactorResetHours', whole)),
  REFRESH_TOKEN_DAYS: of('whole days', field('waits', 'refreshTokenDays', whole)),
  ADMIN_SESSION_HOURS: of('whole hours', field('waits', 'adminSessionHours', whole)),
  PARTIAL_DELIVERY: of(
    'true or false',
    field('orders', 'partialDelivery', (text) => ({ true: true, 1: true, false: false, 0: false })[text]),
  ),
  CREDIT_REMINDER_DAYS: of('whole numbers, or none', field('orders', 'creditReminderDays', levels)),
  CREDIT_REMINDER_PERCENT: of('whole numbers, or none', field('orders', 'creditReminderPercents', levels)),
  INVOICE_RETENTION_YEARS: of('whole years', field('retention', 'invoiceRetentionYears', whole)),
  SECURITY_EVENT_DAYS: of('whole days', field('retention', 'securityEventDays', whole)),
  SUPERSEDED_FILE_DAYS: of('whole days', field('retention', 'supersededFileDays', whole)),
};
export const FORMER_NAMES = Object.keys(FORMER);

/** What they say, and what is wrong with it. */
export function readFormer(env: Readonly<Record<string, string | undefined>>): {
  former: FormerSettings;
  problems: Problem[];
} {
  const problems: Problem[] = [];
  const found: Partial<Record<Section, { names: string[]; value: object }>> = {};
  for (const [name, { expected, read }] of Object.entries(FORMER)) {
    const text = env[name];
    if (text === undefined) continue;
    const said = read(text.trim());
    if (said === undefined) problems.push({ name, message: `expected ${expected}` });
    for (const [section, part] of Object.entries(said ?? {}) as [Section, object][]) {
      const before = found[section] ?? { names: [], value: { ...SECTIONS[section].standard } };
      const value = { ...before.value, ...part };
      if (SECTIONS[section].value.safeParse(value).success) {
        found[section] = { names: [...before.names, name], value };
      } else {
        problems.push({ name, message: `expected ${expected}` });
      }
    }
  }
  const given = { ...(env.EUR_USD_RATE && rates(`EUR/USD=${env.EUR_USD_RATE}`)), ...rates(env.RATES ?? '') };
  const unrated =
    found.money && (found.money.value as ValueOf<'money'>).currencies.find((code) => !hasRate(code, given));
  if (unrated) problems.push({ name: 'RATES', message: `expected a rate of ${unrated}, which CURRENCIES names` });
  return { former: { sections: found as FormerSettings['sections'], rates: given }, problems };
}

const hasRate = (code: Currency, given: Rates): boolean =>
  code === BASE_CURRENCY || code === 'EUR' || given[code] !== undefined;

/** Where what it said of a section is now, such as “set in Settings, Money”. */
export const placeOfFormer = (name: string, section: Section): string =>
  name === 'RATES' || name === 'EUR_USD_RATE'
    ? 'recorded in Ledger, Exchange rates'
    : `set in Settings, ${SECTIONS[section].title}`;
