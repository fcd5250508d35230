import type { BffConfig, BffDeps } from '#bff/deps.ts';
import type { AdministratorActor } from '#bff/http/actor.ts';
import { requireStepUp } from '#bff/http/authorize.ts';
import { readRatesOfOthers } from '#bff/rates/rate-store.ts';
import type { Money } from '#core/kernel/money.ts';
import { amountOf, type Rates } from '#core/kernel/rates.ts';
import type { Approver } from '#core/kernel/second-eyes.ts';

/**
 * The caller as an approver of an amount, with the largest amount that they may decide alone. A larger one needs a session that was
 * confirmed within the last minutes. @throws ApiError 403 step_up_required
 */
export async function approverOf(
  actor: AdministratorActor,
  deps: Pick<BffDeps, 'config' | 'rates' | 'database' | 'clock'>,
  what: keyof BffConfig['secondApproval'],
  { amount, currency }: Money,
): Promise<Approver> {
  const limits = (await ratesToJudgeBy(deps, actor)).map((rates) =>
    amountOf(deps.config.secondApproval[what], currency, rates),
  );
  return confirmed(
    actor,
    amount,
    limits.reduce((least, each) => (each < least ? each : least)),
  );
}

/**
 * The rates for an administrator's limits. The stricter one counts, so that nobody may decide more because of a rate that they recorded
 * themselves.
 */
export const ratesToJudgeBy = async (
  { rates, database, clock }: Pick<BffDeps, 'rates' | 'database' | 'clock'>,
  { administratorId }: AdministratorActor,
): Promise<readonly [Rates, Rates]> => [await rates(), await readRatesOfOthers(database, clock(), administratorId)];

/** The same for a discount, in basis points. */
export const discountApproverOf = (
  actor: AdministratorActor,
  { secondApprovalDiscount }: BffConfig,
  basisPoints: number,
): Approver => confirmed(actor, BigInt(basisPoints), secondApprovalDiscount);

function confirmed(actor: AdministratorActor, figure: bigint, aloneUpTo: bigint): Approver {
  if (figure > aloneUpTo) requireStepUp(actor);
  return { id: actor.administratorId, aloneUpTo };
}
