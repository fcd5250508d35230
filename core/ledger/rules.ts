import { roundingOf } from '#core/aggregates/settings/money.ts';
import { type Section, type ValueOf, valueIn } from '#core/aggregates/settings/sections.ts';
import { BASE_CURRENCY, type Currency } from '#core/kernel/money/currencies.ts';
import { decimalToMinor } from '#core/kernel/money/decimals.ts';
import { type AmountsByCurrency, multiplyHalfEven, parsePercentage } from '#core/kernel/money/rates.ts';
import type { Rounding } from '#core/kernel/money/rounding.ts';
import { changesOf, isUnderstood, notUnderstood, type Settings, valuesAt, valuesOf } from './settings.ts';

type Written = ValueOf<'money'> & ValueOf<'approvals'> & ValueOf<'waits'> & ValueOf<'orders'> & ValueOf<'retention'>;

/** What one version of the settings says about money and guards: fees as exact decimals, the rest ready to decide by. */
export type Rules = Omit<
  Written,
  | 'rounding'
  | 'payoutAccounts'
  | 'depositAlone'
  | 'payoutAlone'
  | 'creditAlone'
  | 'discountAlonePercent'
  | 'approvalLimitPerDay'
> & {
  /** Of the settings as a whole. A command carries it into its events. */
  readonly version: number;
  /** Of discounts, fees and the VAT within an invoice; all else is rounded half to even. */
  readonly rounding: Rounding;
  readonly payoutAccounts: { readonly [Code in Currency]?: { readonly account: string; readonly bic: string } };
  /** The largest amounts that one administrator may decide alone. */
  readonly secondApproval: Readonly<Record<'deposit' | 'payout' | 'credit', AmountsByCurrency>>;
  /** The same for a discount, in basis points. */
  readonly secondApprovalDiscount: bigint;
  /** How much one administrator may approve in a day, in minor units of the base currency. */
  readonly approvalLimitPerDay: bigint;
};

type Said = Pick<Settings, 'version' | 'values'> & Partial<Pick<Settings, 'newer'>>;
const known = new WeakMap<Said, Rules>();

export function rulesOf(settings: Said): Rules {
  const before = known.get(settings);
  if (before) return before;
  const rules = read(settings);
  known.set(settings, rules);
  return rules;
}

function read(settings: Said): Rules {
  const { version, values } = settings;
  const said = <Name extends 'money' | 'approvals' | 'waits' | 'orders' | 'retention'>(section: Name) =>
    // Each of these has a standard.
    valueIn(values, section) as ValueOf<Name>;
  const { payoutAccounts, currencies, ...money } = said('money');
  const { depositAlone, payoutAlone, creditAlone, discountAlonePercent, approvalLimitPerDay, ...approvals } =
    said('approvals');
  const bySection = {
    money: {
      ...money,
      rounding: roundingOf(money),
      payoutAccounts: Object.fromEntries(
        payoutAccounts.map(({ currency, account, bic }) => [currency, { account, bic }]),
      ),
    },
    approvals: {
      ...approvals,
      secondApproval: {
        deposit: minorAmounts(depositAlone),
        payout: minorAmounts(payoutAlone),
        credit: minorAmounts(creditAlone),
      },
      secondApprovalDiscount: multiplyHalfEven(10_000n, parsePercentage(discountAlonePercent)),
      approvalLimitPerDay: minor(approvalLimitPerDay, BASE_CURRENCY),
    },
    waits: said('waits'),
    orders: said('orders'),
    retention: said('retention'),
  };
  const rules = { version, currencies } as const;
  for (const section of Object.keys(bySection) as (keyof typeof bySection)[]) {
    const part = bySection[section];
    if (isUnderstood(settings, section)) Object.assign(rules, part);
    else for (const name of Object.keys(part)) refuseToRead(rules, name, section);
  }
  return rules as Rules;
}

/** A rule that a newer version changed in a way that this one does not know: a decision by it is refused, no other one. */
const refuseToRead = (rules: object, name: string, section: Section): object =>
  Object.defineProperty(rules, name, {
    get() {
      throw notUnderstood(section);
    },
  });

const minorAmounts = (amounts: ValueOf<'approvals'>['depositAlone']) =>
  // The schema asks for the base currency.
  Object.fromEntries(
    Object.entries(amounts).map(([code, text]) => [code, minor(text ?? '', code as Currency)]),
  ) as AmountsByCurrency;

/** An amount that the schema has read. */
const minor = (text: string, currency: Currency): bigint => decimalToMinor(text, currency) ?? 0n;

/** The version with which a currency was put on sale last; 0 where it always was. */
export function soldSince({ history }: Pick<Settings, 'history'>, currency: Currency): number {
  let isSold = valueIn({}, 'money')?.currencies.includes(currency) ?? false;
  let since = 0;
  for (const { type, data } of history) {
    if (type !== 'SettingsChanged' || !('currencies' in data.after)) continue;
    const isNow = data.after.currencies.includes(currency);
    if (isNow && !isSold) since = data.version;
    isSold = isNow;
  }
  return since;
}

/** How a version of the settings rounds. @throws DomainError unavailable for a version that this process has not read yet */
export const roundingUnder = (settings: Settings, version: number): Rounding =>
  roundingOf(valuesOf(settings, version).money);

/**
 * What gift cards were to the VAT when something happened, and how it was rounded, by its position in the log. Before the section was
 * set, the older configuration held, which was taken over as its first value.
 */
export function vatAt(settings: Settings, position: bigint): Pick<Rules, 'voucherVat' | 'vatPercent' | 'rounding'> {
  if (changesOf(settings, 'money').findLast((change) => change.position <= position)?.data.newer)
    throw notUnderstood('money');
  const { money } = valuesAt(settings, position);
  if (money) return { ...money, rounding: roundingOf(money) };
  const first = settings.history.find(({ type, data }) => type === 'SettingsChanged' && data.section === 'money');
  const isTakenOver = first?.type === 'SettingsChanged' && first.data.by === null;
  return rulesOf({ version: 0, values: isTakenOver ? valuesAt(settings, first.position) : {} });
}
