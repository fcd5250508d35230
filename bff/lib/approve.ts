import { z } from 'zod';
import type { BffDeps } from '#bff/deps.ts';
import type { AdministratorActor } from '#bff/http/actor.ts';
import { BASE_CURRENCY } from '#core/kernel/currencies.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { formatMoney, type Money, money } from '#core/kernel/money.ts';
import { convert } from '#core/kernel/rates.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger.ts';
import { conflict } from './api-error.ts';
import { type Queryable, sql } from './sql.ts';

type Deps = Pick<BffDeps, 'database' | 'config' | 'rates' | 'clock'>;
/** The part of a call that approving needs, whichever route it is of. */
type ApprovingCall = {
  readonly actor: AdministratorActor;
  newId(name: string): string;
  execute(command: LedgerCommand, options: { wait: 'shown' }): Promise<CommandResult>;
};

/**
 * Sends an administrator's yes, within what they may say yes to in a day (UTC) altogether. It is counted in Postgres under a lock of their
 * own row before it is sent, so that two at once do not both pass; a refusal of the ledger takes it off again.
 * @throws ApiError 409 daily_limit; DomainError as the command is refused
 */
export async function approve(
  deps: Deps,
  call: ApprovingCall,
  { subject, amount }: { readonly subject: string; readonly amount: Money },
  command: LedgerCommand,
): Promise<CommandResult> {
  const requestId = call.newId('approval-of-day');
  await count(deps, call.actor, { requestId, subject, amount });
  try {
    return await call.execute(command, { wait: 'shown' });
  } catch (error) {
    const isRefused = isDomainError(error) && error.code !== 'unavailable' && error.code !== 'conflict';
    if (isRefused) {
      await deps.database.query(sql.typeAlias('void')`delete from app.approval_of_day where request_id = ${requestId}`);
    }
    throw error;
  }
}

/** What one administrator may approve in a day. */
export const limitOfDay = ({ approvalLimitPerDay }: BffDeps['config']): Money =>
  money(approvalLimitPerDay, BASE_CURRENCY);

/** What of it is left today. */
export async function leftOfDay(
  { database, config, clock }: Deps,
  { administratorId }: AdministratorActor,
): Promise<Money> {
  const left = config.approvalLimitPerDay - (await sumOf(database, administratorId, dayOf(clock)));
  return money(left > 0n ? left : 0n, BASE_CURRENCY);
}

const dayOf = (clock: Deps['clock']): string => clock().toISOString().slice(0, 10);

const Sum = z.object({ sum: z.bigint() });

/** What was approved that day, in the base currency: a subject that was approved twice counts once. */
async function sumOf(database: Queryable, administratorId: string, day: string): Promise<bigint> {
  const { sum } = await database.one(
    sql.type(Sum)`select coalesce(sum(worth), 0)::int8 as sum from (
      select max(worth) as worth from app.approval_of_day
      where administrator_id = ${administratorId} and day = ${day} group by subject) counted`,
  );
  return sum;
}

async function count(
  { database, config, rates, clock }: Deps,
  { administratorId }: AdministratorActor,
  { requestId, subject, amount }: { requestId: string; subject: string; amount: Money },
): Promise<void> {
  const day = dayOf(clock);
  const worth = convert(amount, BASE_CURRENCY, await rates()).amount;
  await database.transaction(async (transaction) => {
    // One after the other: what is counted below is all there is.
    await transaction.query(
      sql.typeAlias('void')`select from app.administrator where administrator_id = ${administratorId} for update`,
    );
    await transaction.query(
      sql.typeAlias('void')`insert into app.approval_of_day (request_id, administrator_id, day, subject, worth)
        values (${requestId}, ${administratorId}, ${day}, ${subject}, ${worth})
        on conflict (request_id) do update set worth = excluded.worth`,
    );
    const sum = await sumOf(transaction, administratorId, day);
    const limit = config.approvalLimitPerDay;
    if (sum <= limit) return;
    const left = sum - worth < limit ? limit - (sum - worth) : 0n;
    const text = (minor: bigint) => formatMoney({ amount: minor, currency: BASE_CURRENCY });
    throw conflict(
      'daily_limit',
      `You may approve ${text(limit)} a day, and ${text(left)} of it is left. Another administrator can decide this today, or you tomorrow. Nothing was changed.`,
    );
  });
}
