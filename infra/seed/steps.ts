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
  const { records, administrator } = scene;
  const by: Actor = { kind: 'customer', id: customerId };

  switch (action.kind) {
    case 'register':
      return [{ at, by, name: `register:${customerId}`, command: () => ({ type: 'RegisterCustomer', customerId }) }];
    case 'verify':
      return [
        {
          ...{ at, by, name: `verify:${customerId}` },
          async command() {
            await records.markVerified(customer, at);
            return { type: 'VerifyEmail', customerId };
          },
        },
      ];
    case 'complete-company':
      return [
        {
          ...{ at, by, name: `company:${customerId}` },
          command: () => ({ type: 'SaveCompanyDetails', customerId, isComplete: true }),
        },
        {
          ...{ at, by, name: `document:${customerId}` },
          command: async () => ({ type: 'AddDocument', customerId, ...(await records.saveCompany(customer, at)) }),
        },
        {
          ...{ at, by, name: `banking:${customerId}` },
          async command() {
            await records.saveBanking(customer, at);
            return { type: 'SaveBankingDetails', customerId };
          },
        },
      ];
    case 'request-approval':
      return [{ at, by, name: `ask:${customerId}`, command: () => ({ type: 'RequestApproval', customerId }) }];
    case 'approve':
      return [
        {
          ...{ at, by: administrator, name: `approve:${customerId}` },
          command: () => ({ type: 'ApproveCustomer', customerId, note: null }),
        },
      ];
    case 'credit-limit': {
      const limit = money(action.amountMinor, action.currency);
      const walletId = walletIdOf(customerId, action.currency);
      return [
        {
          ...{ at, by: administrator, name: `limit:${walletId}` },
          command: () => ({
            ...{ type: 'SetCreditLimit', walletId, limit },
            by: { id: administrator.id, aloneUpTo: scene.aloneUpTo('credit', action.currency) },
          }),
        },
      ];
    }
    case 'discount': {
      const { basisPoints, product } = action;
      const { productId } = product;
      return [
        {
          ...{ at, by: administrator, name: `discount:${customerId}:${productId}` },
          command: () => ({
            ...{ type: 'SetDiscount', customerId, productId, basisPoints },
            by: { id: administrator.id, aloneUpTo: scene.discountAloneUpTo },
          }),
        },
      ];
    }
    case 'deposit':
      return depositSteps(action, by, scene);
    case 'order':
      return orderSteps(action, by, scene);
    case 'withdrawal':
      return withdrawalSteps(action, by, scene);
  }
}
