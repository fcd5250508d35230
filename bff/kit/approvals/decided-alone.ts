import { z } from 'zod';
import type { Money as MoneyJson } from '#bff/contract/base/common.ts';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { isRefusal } from '#bff/kit/lib/is-refusal.ts';
import { lock } from '#bff/kit/tables/lock.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { amountOf, type Rates } from '#core/kernel/money/rates.ts';
import type { CommandResult } from '#core/ledger/ledger.ts';
import type { Rules } from '#core/ledger/rules.ts';

const DAY_MS = 86_400_000;

/** A threshold of one administrator: of amounts, and of the number of discounts. */
export type AloneKind = keyof Rules['secondApproval'] | 'discount';
type Deps = Pick<BffDeps, 'rules' | 'clock'>;

/** One decision, and all whom it is about. */
export type Alone = {
  readonly requestId: string;
  readonly subject: string;
  readonly parties: readonly string[];
  /** Minor units of the base currency; 1 for a discount. */
  readonly worth: bigint;
};

/** A credit limit is one thing however often it is raised. */
export const creditSubject = (walletId: string): string => `credit:${walletId}`;

export const accountParty = (print: Buffer): string => `account:${print.toString('hex')}`;

const Party = z.object({ customerId: z.uuid(), party: z.string() });

/**
 * Whom a decision about each customer is about: the customer, and the bank accounts that their withdrawals name. Two customers with one
 * account are one person here.
 */
export async function partiesOf(
  database: Queryable,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = [...new Set(customerIds)];
  const rows = await database.any(sql.type(Party)`
    select distinct customer_id as "customerId", 'account:' || encode(account_print, 'hex') as party from app.bank_snapshot
    where customer_id = any(${sql.array(ids, 'uuid')}) and account_print is not null`);
  return new Map(
    ids.map((id) => [id, [`customer:${id}`, ...rows.flatMap((row) => (row.customerId === id ? [row.party] : []))]]),
  );
}

const Summed = z.object({ party: z.string(), sum: z.bigint() });

/** What was decided alone about each party within the days of the policy, without these subjects. A subject counts once. */
async function sumsOf(
  { rules, clock }: Deps,
  database: Queryable,
  kind: AloneKind,
  parties: readonly string[],
  without: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const since = new Date(clock().getTime() - rules().aloneWindowDays * DAY_MS).toISOString();
  const rows = await database.any(sql.type(Summed)`
    select party, sum(worth)::int8 as sum from (
      select party, max(worth) as worth from app.decided_alone
      where kind = ${kind} and party = any(${sql.array([...new Set(parties)], 'text')})
        and decided_at > ${since}::timestamptz and subject <> all(${sql.array([...without], 'text')})
      group by party, subject) counted
    group by party`);
  return new Map(rows.map(({ party, sum }) => [party, sum]));
}

const largest = (sums: ReadonlyMap<string, bigint>, parties: readonly string[]): bigint =>
  parties.reduce((most, party) => ((sums.get(party) ?? 0n) > most ? (sums.get(party) ?? 0n) : most), 0n);

/** What all decisions about one party may come to, within the days, before one more takes a second administrator. */
function limitOf({ rules }: Pick<Deps, 'rules'>, kind: AloneKind): bigint {
  const { discountsAlone, secondApproval, aloneWindowPercent } = rules();
  if (kind === 'discount') return BigInt(discountsAlone);
  return (secondApproval[kind][BASE_CURRENCY] * BigInt(aloneWindowPercent)) / 100n;
}

/**
 * What is left of the sum that is decided alone, for each customer about whom something was decided lately; for the others the threshold of
 * one decision is all. In minor units of the base currency.
 */
export async function leftAlone(
  deps: Deps & { readonly database: Queryable },
  kind: keyof Rules['secondApproval'],
  customerIds: readonly string[],
  without: readonly string[] = [],
): Promise<ReadonlyMap<string, bigint>> {
  if (customerIds.length === 0) return new Map();
  const parties = await partiesOf(deps.database, customerIds);
  const sums = await sumsOf(deps, deps.database, kind, [...parties.values()].flat(), without);
  return new Map(
    [...parties].flatMap(([id, own]) => {
      const sum = largest(sums, own);
      return sum === 0n ? [] : [[id, atLeastZero(limitOf(deps, kind) - sum)] as const];
    }),
  );
}

/** The largest amount that one administrator decides alone about the customer now. `left`: {@link leftAlone} */
export function aloneUpTo(
  { secondApproval }: Pick<Rules, 'secondApproval'>,
  kind: keyof Rules['secondApproval'],
  { customerId, currency }: { readonly customerId: string; readonly currency: Currency },
  rates: Rates,
  left: ReadonlyMap<string, bigint>,
): MoneyJson {
  const threshold = amountOf(secondApproval[kind], currency, rates);
  const rest = left.get(customerId);
  const most = rest === undefined ? threshold : amountOf({ [BASE_CURRENCY]: rest }, currency, rates);
  return minorJson(most < threshold ? most : threshold, currency);
}

const atLeastZero = (value: bigint): bigint => (value > 0n ? value : 0n);

/** How many more discounts the party may be part of, before one takes a second administrator. */
export async function discountsLeft(
  deps: Deps & { readonly database: Queryable },
  parties: readonly string[],
): Promise<bigint> {
  const sums = await sumsOf(deps, deps.database, 'discount', parties, []);
  return atLeastZero(limitOf(deps, 'discount') - largest(sums, parties));
}

/**
 * Whether these decisions, together with those of the last days, take a second administrator: then what was left. The first decision about
 * a party is judged by the threshold of one alone.
 */
export async function tooManyAlone(
  deps: Deps,
  transaction: Queryable,
  kind: AloneKind,
  wanted: readonly Alone[],
): Promise<bigint | undefined> {
  if (wanted.length === 0) return undefined;
  const parties = wanted.flatMap((each) => each.parties);
  const subjects = wanted.map(({ subject }) => subject);
  const sums = new Map(await sumsOf(deps, transaction, kind, parties, subjects));
  const left: bigint[] = [];
  for (const each of wanted) {
    const before = largest(sums, each.parties);
    const rest = limitOf(deps, kind) - before;
    // A discount counts as one, so its limit holds from the first one on.
    if ((before > 0n || kind === 'discount') && each.worth > rest) left.push(atLeastZero(rest));
    for (const party of each.parties) sums.set(party, (sums.get(party) ?? 0n) + each.worth);
  }
  return left.length === 0 ? undefined : left.reduce((least, each) => (each < least ? each : least));
}

/**
 * Counts decisions of one administrator, all or none, in a transaction: no other one counts meanwhile. Returns undefined where they were
 * counted; otherwise {@link tooManyAlone}. What is decided for a later day counts from now until the days of the policy after it.
 */
export async function countAlone(
  deps: Deps,
  transaction: Queryable,
  kind: AloneKind,
  wanted: readonly Alone[],
  day = deps.clock(),
): Promise<bigint | undefined> {
  await lock(transaction, `decided-alone:${kind}`);
  const left = await tooManyAlone(deps, transaction, kind, wanted);
  if (left !== undefined || wanted.length === 0) return left;
  const at = day.toISOString();
  const rows = wanted.flatMap(({ requestId, subject, parties: about, worth }) =>
    [...new Set(about)].map((party) => [requestId, kind, party, subject, worth, at]),
  );
  await transaction.query(sql.void`
    insert into app.decided_alone (request_id, kind, party, subject, worth, decided_at)
    select * from ${sql.unnest(rows, ['uuid', 'text', 'text', 'text', 'int8', 'timestamptz'])}
    on conflict (request_id, subject, party) do update set worth = greatest(app.decided_alone.worth, excluded.worth),
      decided_at = greatest(app.decided_alone.decided_at, excluded.decided_at)`);
  return undefined;
}

/** Of what was counted by one request: no longer decided. `subjects`: these of it. */
export const takeOffAlone = (transaction: Queryable, requestId: string, subjects?: readonly string[]) =>
  transaction.query(sql.void`delete from app.decided_alone where request_id = ${requestId}
    and ${subjects === undefined ? sql.fragment`true` : sql.fragment`subject = any(${sql.array([...subjects], 'text')})`}`);

/**
 * Sends a decision that is within the threshold of one, counted before it is sent; `left` is given where a second administrator has to
 * decide, because many were decided about the same person lately. A refusal takes it off again, and so does a second administrator.
 * `one` is null for a decision that is not counted.
 */
export async function countedAlone(
  deps: Deps & Pick<BffDeps, 'database'>,
  kind: AloneKind,
  one: Alone | null,
  send: (left: bigint | undefined) => Promise<CommandResult>,
): Promise<CommandResult> {
  if (one === null) return send(undefined);
  const { database } = deps;
  const { requestId } = one;
  // Nobody knows whether the first attempt of a repetition was stored, so a refusal of the second one takes nothing off.
  const isRepeated = await database.exists(sql.void`select from app.decided_alone where request_id = ${requestId}`);
  const takeOff = () => takeOffAlone(database, requestId, [one.subject]);
  const left = await database.transaction((transaction) => countAlone(deps, transaction, kind, [one]));
  try {
    const result = await send(left);
    if (result.events.some(({ data }) => 'firstApprovedBy' in data)) await takeOff();
    return result;
  } catch (error) {
    if (isRefusal(error) && !isRepeated) await takeOff();
    throw error;
  }
}
