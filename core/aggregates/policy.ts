/**
 * What the seller decides: waiting times, limits and thresholds of the rules that guard money and people. One row each;
 * the variable `POLICY` replaces a value within its bounds, and docs/operations.md lists the rows.
 */
type Row = {
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly what: string;
};

export const POLICY = {
  newPayeeHours: {
    unit: 'hours',
    value: 24,
    min: 0,
    max: 720,
    what: 'How long a withdrawal waits when its bank account was never paid before.',
  },
  withdrawalStopDays: {
    ...{ unit: 'days', value: 30, min: 1, max: 365 },
    what: 'How long the link of the mail about a withdrawal stops it.',
  },
  youngFactorDays: {
    unit: 'days',
    value: 7,
    min: 1,
    max: 60,
    what: 'How long a new passkey or authenticator app counts as young: the link of its mail removes it, and a reset of the password by mail removes it where it is not confirmed.',
  },
  administratorChangeHours: {
    ...{ unit: 'hours', value: 24, min: 1, max: 168 },
    what: 'How long a change to an administrator can be stopped where no second owner can confirm it, or the command line makes it.',
  },
  settingsChangeHours: {
    ...{ unit: 'hours', value: 24, min: 0, max: 168 },
    what: 'How long a change of the accounts that customers pay into, or of the seller’s country, VAT number or sender, waits after a second owner confirmed it, or where no other owner can.',
  },
  inviterDays: {
    ...{ unit: 'days', value: 30, min: 0, max: 365 },
    what: 'How long two administrators, of whom one brought the other in, are not the two that a decision takes.',
  },
  companyEditorDays: {
    ...{ unit: 'days', value: 30, min: 1, max: 365 },
    what: 'How long an administrator who edited a company may not be the one who approves it, unless another one did since.',
  },
  priceFallPercent: {
    ...{ unit: 'percent', value: 30, min: 1, max: 90 },
    what: 'How far a price may fall below the highest of the last days before it takes a second administrator.',
  },
  priceRisePercent: {
    ...{ unit: 'percent', value: 100, min: 1, max: 10_000 },
    what: 'How far a price may rise above the lowest of the last days before it takes a second administrator.',
  },
  priceWindowDays: {
    ...{ unit: 'days', value: 7, min: 1, max: 90 },
    what: 'The days whose prices a new one is compared with.',
  },
  aloneWindowDays: {
    ...{ unit: 'days', value: 7, min: 1, max: 90 },
    what: 'The days in which what one administrator decides alone about one customer, or about all with one bank account, is added up, for deposits, payouts and credit limits each.',
  },
  aloneWindowPercent: {
    ...{ unit: 'percent', value: 100, min: 100, max: 10_000 },
    what: 'What these decisions may come to, in percent of the threshold of one (`SECOND_APPROVAL_…`), before the next one takes a second administrator.',
  },
  discountsAlone: {
    ...{ unit: 'discounts', value: 20, min: 0, max: 10_000 },
    what: 'How many discounts one administrator raises alone in these days, and how many are raised for one customer, before the next one takes a second administrator.',
  },
  orderWarningHours: {
    unit: 'hours',
    value: 12,
    min: 1,
    max: 47,
    what: 'How long before an unpaid order is cancelled its customer is warned by mail.',
  },
} as const satisfies Readonly<Record<string, Row>>;

type PolicyName = keyof typeof POLICY;
/** Values in the unit of their row. */
export type Policy = { readonly [Name in PolicyName]: number };

const POLICY_NAMES = Object.keys(POLICY) as PolicyName[];
const rowOf = (name: PolicyName): Row => POLICY[name];

const policyWith = (given: Partial<Policy> = {}): Policy =>
  Object.fromEntries(POLICY_NAMES.map((name) => [name, given[name] ?? rowOf(name).value])) as Policy;

/** `newPayeeHours=48`: why the text is not a row with a value within its bounds; undefined when it is. */
export function policyProblem(text: string): string | undefined {
  const [name = '', value = '', ...more] = text.split('=').map((part) => part.trim());
  if (!Object.hasOwn(POLICY, name)) return `expected a name of the table of policy, not "${name}"`;
  const { min, max, unit } = rowOf(name as PolicyName);
  const isWithin = /^\d{1,12}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return isWithin && more.length === 0 ? undefined : `expected ${name} as whole ${unit} from ${min} to ${max}`;
}

/** @param texts such as `newPayeeHours=48`, each without a problem */
export const parsePolicy = (texts: readonly string[]): Policy =>
  policyWith(
    Object.fromEntries(texts.map((text) => text.split('=')).map(([name = '', value]) => [name.trim(), Number(value)])),
  );
