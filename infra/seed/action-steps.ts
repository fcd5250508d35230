import type { Actor } from '#core/kernel/event.ts';
import { money } from '#core/kernel/money.ts';
import type { LedgerCommand } from '#core/ledger.ts';
import { walletIdOf } from '#core/wallet/wallet-id.ts';
import { depositSteps } from './deposit-steps.ts';
import { historyClock } from './history-clock.ts';
import type { HistoryDeps, Step } from './history-step.ts';
import { orderSteps } from './order-steps.ts';
import type { PlannedAction } from './planned.ts';
import { seedId } from './random.ts';
import { withdrawalSteps } from './withdrawal-steps.ts';

/** What is done for one planned action, each at its time. */
export function stepsOf(action: PlannedAction, deps: HistoryDeps): Step[] {
  const { customer } = action;
  const { customerId } = customer;
  const asCustomer: Actor = { kind: 'customer', id: customerId };
  const asAdministrator: Actor = { kind: 'administrator', id: deps.administratorId };
  const send = (name: string, actor: Actor, command: LedgerCommand) => {
    const commandId = seedId(`command:${name}`);
    return deps.ledger.execute(command, {
      commandId,
      correlationId: commandId,
      actor,
      time: historyClock().toISOString(),
    });
  };
  const step = (at: Date, run: () => Promise<unknown>): Step => ({
    at,
    customerId,
    run: async () => {
      await run();
    },
  });

  switch (action.kind) {
    case 'register':
      return [
        step(action.at, () => send(`register:${customerId}`, asCustomer, { type: 'RegisterCustomer', customerId })),
      ];
    case 'verify':
      return [
        step(action.at, async () => {
          await deps.markVerified(customer, action.at);
          await send(`verify:${customerId}`, asCustomer, { type: 'VerifyEmail', customerId });
        }),
      ];
    case 'complete-company':
      return [
        step(action.at, async () => {
          const document = await deps.saveCompany(customer);
          await send(`company:${customerId}`, asCustomer, { type: 'SaveCompanyDetails', customerId, isComplete: true });
          await send(`document:${customerId}`, asCustomer, { type: 'AddDocument', customerId, ...document });
          await deps.saveBanking(customer);
          await send(`banking:${customerId}`, asCustomer, { type: 'SaveBankingDetails', customerId });
        }),
      ];
    case 'request-approval':
      return [step(action.at, () => send(`ask:${customerId}`, asCustomer, { type: 'RequestApproval', customerId }))];
    case 'approve':
      return [
        step(action.at, () =>
          send(`approve:${customerId}`, asAdministrator, { type: 'ApproveCustomer', customerId, note: null }),
        ),
      ];
    case 'credit-limit': {
      const limit = money(action.amountMinor, action.currency);
      const walletId = walletIdOf(customerId, action.currency);
      return [
        step(action.at, () => send(`limit:${walletId}`, asAdministrator, { type: 'SetCreditLimit', walletId, limit })),
      ];
    }
    case 'deposit':
      return depositSteps(action, deps, send, step, asCustomer, asAdministrator);
    case 'order':
      return orderSteps(action, deps, send, step, asCustomer);
    case 'withdrawal':
      return withdrawalSteps(action, deps, send, step, asCustomer, asAdministrator);
  }
}
