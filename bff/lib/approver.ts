import type { BffConfig } from '#bff/deps.ts';
import type { AdministratorActor } from '#bff/http/actor.ts';
import type { Currency } from '#core/kernel/money.ts';
import { amountOf } from '#core/kernel/rates.ts';
import type { Approver } from '#core/kernel/second-eyes.ts';

/** The caller as the one who says yes, with what they may decide alone. */
export const approverOf = (
  { administratorId }: AdministratorActor,
  { secondApproval, rates }: BffConfig,
  what: keyof BffConfig['secondApproval'],
  currency: Currency,
): Approver => ({ id: administratorId, aloneUpTo: amountOf(secondApproval[what], currency, rates) });
