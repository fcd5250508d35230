import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import { money } from '#core/kernel/money/money.ts';
import { depositSteps } from './deposit-steps.ts';
import { orderSteps } from './order-steps.ts';
import type { PlannedAction } from './planned.ts';
import type { Scene, Step } from './step.ts';
import { withdrawalSteps } from './withdrawal-steps.ts';

export function stepsOf(action: PlannedAction, scene: Scene): Step[] {
  const { customer, at } = action;
  const { customerId } = customer;
  const { records, administrator, aloneUpTo, discountAloneUpTo } = scene;
  const by: Actor = { kind: 'customer', id: customerId };
  const own = (name: string, command: Step['command'], who = by): Step => ({ at, by: who, name, command });
  switch (action.kind) {
    case 'register':
      return [own(`register:${customerId}`, () => ({ type: 'RegisterCustomer', customerId }))];
    case 'verify':
      return [
        own(`verify:${customerId}`, async () => {
          await records.markVerified(customer, at);
          return { type: 'VerifyEmail', customerId };
        }),
      ];
    case 'complete-company':
      return [
        own(`company:${customerId}`, () => ({ type: 'SaveCompanyDetails', customerId, isComplete: true })),
        own(`document:${customerId}`, async () => ({
          type: 'AddDocument',
          customerId,
          ...(await records.saveCompany(customer, at)),
        })),
        own(`banking:${customerId}`, async () => {
          await records.saveBanking(customer, at);
          return { type: 'SaveBankingDetails', customerId };
        }),
      ];
    case 'request-approval':
      return [own(`ask:${customerId}`, () => ({ type: 'RequestApproval', customerId }))];
    case 'approve':
      return [own(`approve:${customerId}`, () => ({ type: 'ApproveCustomer', customerId, note: null }), administrator)];
    case 'credit-limit': {
      const limit = money(action.amountMinor, action.currency);
      const walletId = walletIdOf(customerId, action.currency);
      const approver = { id: administrator.id, aloneUpTo: aloneUpTo('credit', action.currency) };
      const command = { type: 'SetCreditLimit', walletId, limit, by: approver } as const;
      return [own(`limit:${walletId}`, () => command, administrator)];
    }
    case 'discount': {
      const { basisPoints, product } = action;
      const { productId } = product;
      const approver = { id: administrator.id, aloneUpTo: discountAloneUpTo };
      const command = { type: 'SetDiscount', customerId, productId, basisPoints, by: approver } as const;
      return [own(`discount:${customerId}:${productId}`, () => command, administrator)];
    }
    case 'deposit':
      return depositSteps(action, by, scene);
    case 'order':
      return orderSteps(action, by, scene);
    case 'withdrawal':
      return withdrawalSteps(action, by, scene);
  }
}
