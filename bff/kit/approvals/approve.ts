import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { isRefusal } from '#bff/kit/lib/is-refusal.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { formatMoney, type Money, money } from '#core/kernel/money/money.ts';
import { convert } from '#core/kernel/money/rates.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger/ledger.ts';
import type { Rules } from '#core/ledger/rules.ts';
import { accountsOf, approverOf, ratesToJudgeBy, thresholdOf } from './approver.ts';
import { type Alone, countedAlone, partiesOf } from './decided-alone.ts';

type Deps = Pick<BffDeps, 'database' | 'rules' | 'rates' | 'clock'>;
/** The part of a call that approving needs, whichever route it is of. */
type ApprovingCall = {
  readonly actor: AdministratorActor;
  newId(name: string): string;
  execute(command: LedgerCommand, options: { wait: 'shown' }): Promise<CommandResult>;
};

/**
 * Sends an administrator's approval, within the amount that they may approve in a day (UTC) altogether. It is counted in Postgres, under a
 * lock of their own accounts, before it is sent, so that two at once do not both pass. A refusal of the ledger takes it off again.
 * @throws ApiError 409 daily_limit; DomainError as the command is refused
 */
export async function approve(
  deps: Deps,
  call: ApprovingCall,
  { subject, amount }: { readonly subject: string; readonly amount: Money },
  command: LedgerCommand,
): Promise<CommandResult> {
  const requestId = call.newId('approval-of-day');
  // Nobody knows whether the first attempt of a repetition was stored, so a refusal of the second one takes nothing off.
  const isRepeated = await deps.database.exists(
    sql.void`select from app.approval_of_day where request_id = ${requestId}`,
  );
  await count(deps, call.actor, { requestId, subject, amount });
  try {
    return await call.execute(command, { wait: 'shown' });
  } catch (error) {
    if (isRefusal(error) && !isRepeated) {
      await deps.database.query(sql.void`delete from app.approval_of_day where request_id = ${requestId}`);
    }
    throw error;
  }
}

type Approved = {
  readonly kind: keyof Rules['secondApproval'];
  readonly customerId: string;
  readonly subject: string;
  /** The figure that is held against the threshold. */
  readonly amount: Money;
  readonly takesTwo?: boolean;
  /** What counts for the day, where it is another figure. */
  readonly ofDay?: { readonly subject: string; readonly amount: Money };
};

/**
 * As {@link approve}, for what one administrator decides alone up to a threshold. What was decided alone about the same person in the last
 * days is held against it, too: what is more takes a second administrator. Judged and counted under one lock, before it is sent.
 * @throws ApiError 409 daily_limit, 403 step_up_required; DomainError as the command is refused
 */
export async function approveBy(
  deps: Deps,
  call: ApprovingCall,
  { kind, customerId, subject, amount, takesTwo = false, ofDay = { subject, amount } }: Approved,
  commandOf: (by: Approver) => LedgerCommand,
): Promise<CommandResult> {
  const threshold = await thresholdOf(call.actor, deps, kind, amount.currency);
  const isAlone = !takesTwo && ofDay.amount.amount > 0n && amount.amount <= threshold;
  const one = isAlone ? await aloneOf(deps, call, { customerId, subject, amount }) : null;
  return countedAlone(deps, kind, one, async (left) => {
    const by = await approverOf(call.actor, deps, kind, amount, { takesTwo, left });
    return approve(deps, call, ofDay, commandOf(by));
  });
}

async function aloneOf(
  deps: Deps,
  call: ApprovingCall,
  { customerId, subject, amount }: Pick<Approved, 'customerId' | 'subject' | 'amount'>,
): Promise<Alone> {
  const [worth = 0n] = await worthForLimit(deps, call.actor, [amount]);
  const parties = (await partiesOf(deps.database, [customerId])).get(customerId) ?? [];
  return { requestId: call.newId('decided-alone'), subject, parties, worth };
}

/** The amount that one administrator may approve in a day. */
export const limitOfDay = ({ approvalLimitPerDay }: Rules): Money => money(approvalLimitPerDay, BASE_CURRENCY);

/** The part of it that is left today. */
export async function leftOfDay(
  { database, rules, clock }: Deps,
  { administratorId }: AdministratorActor,
): Promise<Money> {
  const accounts = await accountsOf(database, administratorId);
  const left = rules().approvalLimitPerDay - (await sumOf(database, accounts, dayOf(clock)));
  return money(left > 0n ? left : 0n, BASE_CURRENCY);
}

const dayOf = (clock: Deps['clock']): string => clock().toISOString().slice(0, 10);

const Sum = z.object({ sum: z.bigint() });

/** Of one person, in the base currency. A subject that was approved twice counts once. */
async function sumOf(database: Queryable, accounts: readonly string[], day: string): Promise<bigint> {
  const { sum } = await database.one(sql.type(Sum)`
    select coalesce(sum(worth), 0)::int8 as sum from (
    select max(worth) as worth from app.approval_of_day
    where administrator_id = any(${sql.array(accounts, 'uuid')}) and day = ${day} group by subject) counted`);
  return sum;
}

type Counted = { readonly requestId: string; readonly subject: string; readonly amount: Money };

async function count(deps: Deps, actor: AdministratorActor, counted: Counted): Promise<void> {
  const worth = await worthForLimit(deps, actor, [counted.amount]);
  await deps.database.transaction((transaction) => countOfDay(deps, transaction, actor, [counted], worth));
}

/** The value of the amounts in the base currency, each by the rate that makes it larger. */
export async function worthForLimit(
  deps: Deps,
  actor: AdministratorActor,
  amounts: readonly Money[],
): Promise<readonly bigint[]> {
  const rates = await ratesToJudgeBy(deps, actor);
  return amounts.map((amount) => {
    const [one, other] = rates.map((each) => convert(amount, BASE_CURRENCY, each).amount) as [bigint, bigint];
    return one > other ? one : other;
  });
}

/** Counts an approval, in a transaction that is rolled back where it is too much. @throws ApiError 409 daily_limit */
export async function countOfDay(
  { rules, clock }: Pick<Deps, 'rules' | 'clock'>,
  transaction: Queryable,
  { administratorId }: AdministratorActor,
  counted: readonly Omit<Counted, 'amount'>[],
  worth: readonly bigint[],
): Promise<void> {
  const day = dayOf(clock);
  const accounts = await accountsOf(transaction, administratorId);
  // The lock makes approvals wait for each other, so the sum below is complete.
  await transaction.query(sql.void`select from app.administrator
    where administrator_id = any(${sql.array(accounts, 'uuid')}) order by administrator_id for update`);
  const rows = counted.map(({ requestId, subject }, index) => [
    ...[requestId, administratorId, day, subject, worth[index] ?? 0n],
  ]);
  await transaction.query(sql.void`
    insert into app.approval_of_day (request_id, administrator_id, day, subject, worth)
    select * from ${sql.unnest(rows, ['uuid', 'uuid', 'date', 'text', 'int8'])}
    on conflict (request_id, subject) do update set worth = greatest(app.approval_of_day.worth, excluded.worth), day = excluded.day`);
  const sum = await sumOf(transaction, accounts, day);
  const limit = rules().approvalLimitPerDay;
  if (sum <= limit) return;
  const asked = worth.reduce((all, each) => all + each, 0n);
  const left = sum - asked < limit ? limit - (sum - asked) : 0n;
  const text = (minor: bigint) => formatMoney({ amount: minor, currency: BASE_CURRENCY });
  throw conflict(
    'daily_limit',
    `You may approve ${text(limit)} a day, and ${text(left)} of it is left. ${
      asked > limit
        ? `This is worth ${text(asked)}, more than anybody may approve in a day: decide less at once, or ask an owner to raise the limit in Settings, Approvals.`
        : 'Another administrator can decide this today, or you tomorrow.'
    } Nothing was changed.`,
  );
}
