import type { BffConfig, BffDeps } from '#bff/deps.ts';
import type { AdministratorActor } from '#bff/http/actor.ts';
import { requireStepUp } from '#bff/http/authorize.ts';
import type { Money } from '#core/kernel/money.ts';
import { amountOf } from '#core/kernel/rates.ts';
import type { Approver } from '#core/kernel/second-eyes.ts';

/**
 * The caller as the one who says yes to an amount, with what they may decide alone. To say yes to more takes a session that was
 * confirmed within the last minutes. @throws ApiError 403 step_up_required
 */
export const approverOf = async (
  actor: AdministratorActor,
  { config: { secondApproval }, rates }: Pick<BffDeps, 'config' | 'rates'>,
  what: keyof BffConfig['secondApproval'],
  { amount, currency }: Money,
): Promise<Approver> => confirmed(actor, amount, amountOf(secondApproval[what], currency, await rates()));

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
