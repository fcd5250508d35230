import { isDomainError } from '#core/kernel/errors.ts';
import type { Actor } from '#core/kernel/event.ts';
import { walletIdOf } from '#core/wallet/wallet-id.ts';
import { historyClock } from './history-clock.ts';
import type { HistoryDeps, MakeStep, Send, Step } from './history-step.ts';
import { orderLine } from './order-lines.ts';
import type { PlannedAction } from './planned.ts';

const ORDER_LIFETIME_MS = 48 * 3_600_000;

/** Placed; its codes looked at, or expired where no funds came. */
export function orderSteps(
  action: Extract<PlannedAction, { kind: 'order' }>,
  deps: HistoryDeps,
  send: Send,
  step: MakeStep,
  asCustomer: Actor,
): Step[] {
  const { orderId, number, customer, currency } = action;
  const expiresAt = new Date(action.at.getTime() + ORDER_LIFETIME_MS);
  const lines = action.lines.map((line, index) => orderLine(`line:${orderId}:${index}`, line, currency, deps.terms));
  const steps = [
    step(action.at, () =>
      send(`order:${orderId}`, asCustomer, {
        type: 'PlaceOrder',
        orderId,
        number,
        customerId: customer.customerId,
        walletId: walletIdOf(customer.customerId, currency),
        currency,
        lines,
        placedAt: action.at.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }),
    ),
  ];
  if (action.isUnfunded) {
    if (expiresAt.getTime() < Date.now()) {
      const asSystem: Actor = { kind: 'system', id: 'order-expiry' };
      steps.push(
        step(new Date(expiresAt.getTime() + 30_000), () =>
          send(`expire:${orderId}`, asSystem, { type: 'ExpireOrder', orderId, now: historyClock().toISOString() }),
        ),
      );
    }
    return steps;
  }
  if (action.reveals) {
    const codes = lines.reduce((sum, line) => sum + line.quantity, 0);
    steps.push(
      step(new Date(action.at.getTime() + 240_000), async () => {
        try {
          await send(`reveal:${orderId}`, asCustomer, { type: 'RevealCodes', orderId, codes });
        } catch (error) {
          // An order that waits for funds or stock has no codes yet: nobody could have looked at them.
          if (!isDomainError(error, 'invalid_state')) throw error;
        }
      }),
    );
  }
  return steps;
}
