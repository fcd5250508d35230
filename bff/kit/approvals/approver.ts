import { z } from 'zod';
import { may, type Permission } from '#bff/contract/base/roles.ts';
import { AdminRole } from '#bff/contract/identity/admin-auth.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { requireStepUp } from '#bff/kit/http/authorize.ts';
import { readRatesOfOthers } from '#bff/kit/tables/rates.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { mailboxOf } from '#core/aggregates/admin/same-person.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import type { Currency, Money } from '#core/kernel/money/money.ts';
import { type AmountsByCurrency, amountOf, type Rates } from '#core/kernel/money/rates.ts';
import type { Rules } from '#core/ledger/rules.ts';

const DAY_MS = 86_400_000;

/** The permission that each kind of approval takes: without it a first approval does not count any more. */
const PERMISSION_OF = {
  deposit: 'deposits:decide',
  payout: 'withdrawals:decide',
  credit: 'customers:decide',
} as const satisfies Record<keyof Rules['secondApproval'], Permission>;

type Deps = Pick<BffDeps, 'rules' | 'rates' | 'database' | 'clock'>;

/**
 * The caller as an approver of an amount, with the largest amount that they may decide alone. A larger one, or what takes two in any case,
 * needs a session that was confirmed within the last minutes. `left`: what is left of the sum of many, in minor units of the base currency,
 * where this one is more than that. @throws ApiError 403 step_up_required
 */
export async function approverOf(
  actor: AdministratorActor,
  deps: Deps,
  what: keyof Rules['secondApproval'],
  { amount, currency }: Money,
  { takesTwo = false, left }: { readonly takesTwo?: boolean; readonly left?: bigint | undefined } = {},
): Promise<Approver> {
  const threshold = await thresholdOf(actor, deps, what, currency);
  // Rounding between currencies must not make enough of what was found too much.
  const aloneUpTo =
    left === undefined
      ? threshold
      : leastOf([threshold, amount - 1n, await inCurrency(actor, deps, { [BASE_CURRENCY]: left }, currency)]);
  if (takesTwo || amount > aloneUpTo) requireStepUp(actor);
  return { aloneUpTo, ...(await amongColleagues(deps, actor, PERMISSION_OF[what])) };
}

/** The largest amount that one administrator decides alone. */
export const thresholdOf = (
  actor: AdministratorActor,
  deps: Deps,
  what: keyof Rules['secondApproval'],
  currency: Currency,
): Promise<bigint> => inCurrency(actor, deps, deps.rules().secondApproval[what], currency);

const inCurrency = async (
  actor: AdministratorActor,
  deps: Deps,
  amounts: AmountsByCurrency,
  currency: Currency,
): Promise<bigint> => leastOf((await ratesToJudgeBy(deps, actor)).map((rates) => amountOf(amounts, currency, rates)));

const leastOf = (amounts: readonly bigint[]): bigint => amounts.reduce((least, each) => (each < least ? each : least));

/**
 * The rates for an administrator's limits. The stricter one counts, so that nobody may decide more because of a rate that they recorded
 * themselves.
 */
export const ratesToJudgeBy = async (
  { rates, database, clock }: Pick<BffDeps, 'rates' | 'database' | 'clock'>,
  { administratorId }: Pick<AdministratorActor, 'administratorId'>,
): Promise<readonly [Rates, Rates]> => [
  await rates(),
  await readRatesOfOthers(database, clock(), await accountsOf(database, administratorId)),
];

/** The same for a discount, in basis points. */
export async function discountApproverOf(
  actor: AdministratorActor,
  deps: Pick<BffDeps, 'rules' | 'database' | 'clock'>,
  basisPoints: number,
  { takesTwo = false } = {},
): Promise<Approver> {
  const aloneUpTo = takesTwo ? 0n : deps.rules().secondApprovalDiscount;
  if (BigInt(basisPoints) > aloneUpTo) requireStepUp(actor);
  return { aloneUpTo, ...(await amongColleagues(deps, actor, 'customers:decide')) };
}

/** The caller, with those whose first approval does not count any more, and those who are not another person yet. */
export async function amongColleagues(
  { database, rules, clock }: { readonly database: Queryable } & Pick<BffDeps, 'rules' | 'clock'>,
  { administratorId }: Pick<AdministratorActor, 'administratorId'>,
  permission: Permission,
): Promise<Omit<Approver, 'aloneUpTo'>> {
  const [colleagues, tied] = await Promise.all([
    database.any(sql.type(Colleague)`
      select administrator_id as id, roles, is_active as "isActive" from app.administrator`),
    tiedTo({ database, rules, clock }, administratorId),
  ]);
  const lapsed = colleagues.filter(({ isActive, roles }) => !isActive || !may(roles, permission));
  return { id: administratorId, lapsed: lapsed.map(({ id }) => id), tied };
}

/** Whether another administrator could say the second yes now: one with the permission who has chosen a password. */
export async function hasSecond(
  at: { readonly database: Queryable } & Pick<BffDeps, 'rules' | 'clock'>,
  actor: Pick<AdministratorActor, 'administratorId'>,
  permission: Permission,
): Promise<boolean> {
  const { id: own, lapsed = [], tied = [] } = await amongColleagues(at, actor, permission);
  const able = await at.database.anyFirst(sql.type(z.object({ id: z.string() }))`
    select administrator_id as id from app.administrator where not exists (select from app.administrator_token as token
      where token.administrator_id = administrator.administrator_id and used_at is null)`);
  return able.some((id) => id !== own && !lapsed.includes(id) && !tied.includes(id));
}

const Colleague = z.object({ id: z.string(), roles: z.array(AdminRole), isActive: z.boolean() });

const Account = z.object({ id: z.string(), email: z.string(), name: z.string() });

/** All accounts of the person who has this one: those of its mailbox, itself among them. */
export async function personOf(database: Queryable, administratorId: string) {
  const all = await database.any(sql.type(Account)`
    select administrator_id as id, email, name from app.administrator`);
  const own = all.find(({ id }) => id === administratorId);
  return all.filter(({ email }) => own && mailboxOf(email) === mailboxOf(own.email));
}

/** Their ids; the own one also where there is no such administrator. */
export const accountsOf = async (database: Queryable, administratorId: string): Promise<readonly string[]> => [
  ...new Set([administratorId, ...(await personOf(database, administratorId)).map(({ id }) => id)]),
];

/**
 * Administrators who are not another person: those of the same mailbox, and those who were brought in by this one, or brought this one in, within
 * the days of the policy.
 */
export async function tiedTo(
  { database, rules, clock }: { database: Queryable } & Pick<BffDeps, 'rules' | 'clock'>,
  administratorId: string,
): Promise<readonly string[]> {
  const since = new Date(clock().getTime() - rules().inviterDays * DAY_MS).toISOString();
  const [broughtIn, accounts] = await Promise.all([
    database.anyFirst(sql.type(z.object({ id: z.string() }))`
      select brought_in_by as id from app.administrator_tie
      where administrator_id = ${administratorId} and tied_at > ${since}::timestamptz
      union select administrator_id from app.administrator_tie
      where brought_in_by = ${administratorId} and tied_at > ${since}::timestamptz`),
    accountsOf(database, administratorId),
  ]);
  return [...new Set([...broughtIn, ...accounts])].filter((id) => id !== administratorId);
}
