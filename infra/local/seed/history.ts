import { AsyncLocalStorage } from 'node:async_hooks';
import { isDomainError } from '#core/kernel/errors.ts';
import type { Actor, SealedText } from '#core/kernel/event.ts';
import { type Money, money, multiplyHalfEven, parseRatio, type Ratio } from '#core/kernel/money.ts';
import type { Ledger, LedgerCommand } from '#core/ledger.ts';
import type { OrderLine } from '#core/order/events.ts';
import type { PlannedAction, PlannedCustomer } from './plan.ts';
import { seedId } from './random.ts';

/** The ledger's clock while history is made: the time of the action that is being played. */
const playedTime = new AsyncLocalStorage<Date>();
export const historyClock = (): Date => playedTime.getStore() ?? new Date();

/** What the actions need beside the ledger: rows and files in Postgres that a person would have left behind. */
export type HistoryDeps = {
  ledger: Ledger;
  administratorId: string;
  rates: { eurUsd: Ratio; conversionFee: Ratio };
  seal(customerId: string, text: string): Promise<SealedText>;
  saveCompany(customer: PlannedCustomer): Promise<{ documentId: string; sha256: string }>;
  saveBanking(customer: PlannedCustomer): Promise<void>;
  saveProof(
    customer: PlannedCustomer,
    number: string,
    amount: Money,
  ): Promise<{ fileId: string; sha256: string; contentType: string }>;
  saveBankSnapshot(customer: PlannedCustomer, withdrawalId: string): Promise<string>;
  markVerified(customer: PlannedCustomer, at: Date): Promise<void>;
};

const WINDOW_MS = 3_600_000;
const PARALLEL_CUSTOMERS = 32;

/**
 * Sends every planned action as commands, in the order of time. Actions of different customers within one hour may run side by side.
 * Deterministic command ids make a repeated or interrupted seeding end in the same ledger.
 */
export async function playHistory(
  actions: readonly PlannedAction[],
  deps: HistoryDeps,
  onProgress: (done: number) => void,
): Promise<void> {
  const steps = actions.flatMap((action) => stepsOf(action, deps)).sort((a, b) => a.at.getTime() - b.at.getTime());
  let done = 0;
  for (let start = 0; start < steps.length; ) {
    const windowEnd = (steps[start]?.at.getTime() ?? 0) + WINDOW_MS;
    const lanes = new Map<string, Step[]>();
    let index = start;
    for (let step = steps[index]; step && step.at.getTime() < windowEnd && lanes.size < PARALLEL_CUSTOMERS; ) {
      lanes.set(step.customerId, [...(lanes.get(step.customerId) ?? []), step]);
      index += 1;
      step = steps[index];
    }
    await Promise.all(
      [...lanes.values()].map(async (lane) => {
        for (const step of lane) {
          await playedTime.run(step.at, step.run);
          done += 1;
        }
      }),
    );
    onProgress(done / steps.length);
    start = index;
  }
}

type Step = { at: Date; customerId: string; run: () => Promise<void> };

function stepsOf(action: PlannedAction, deps: HistoryDeps): Step[] {
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
        step(action.at, async () => {
          await send(`register:${customerId}`, asCustomer, { type: 'RegisterCustomer', customerId });
          for (const currency of ['USD', 'EUR'] as const) {
            const walletId = customer.wallets[currency];
            await send(`open:${walletId}`, asCustomer, { type: 'OpenWallet', walletId, customerId, currency });
          }
        }),
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
      const walletId = customer.wallets[action.currency];
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

type Send = (name: string, actor: Actor, command: LedgerCommand) => Promise<unknown>;
type MakeStep = (at: Date, run: () => Promise<unknown>) => Step;

const DEPOSIT_NOTES = ['Monthly top-up', 'Budget for the spring campaign', 'Prepayment as agreed', 'Reseller float'];
const REJECTION_NOTE = 'The transfer named in the proof has not arrived. Please upload the confirmation of your bank.';

function depositSteps(
  action: Extract<PlannedAction, { kind: 'deposit' }>,
  deps: HistoryDeps,
  send: Send,
  step: MakeStep,
  asCustomer: Actor,
  asAdministrator: Actor,
): Step[] {
  const { depositId, number, customer } = action;
  const { customerId } = customer;
  const amount = money(action.amountMinor, action.currency);
  const steps = [
    step(action.at, async () => {
      const note = await deps.seal(customerId, DEPOSIT_NOTES[number.charCodeAt(number.length - 1) % 4] ?? 'Top-up');
      const walletId = customer.wallets[action.currency];
      await send(`deposit:${depositId}`, asCustomer, {
        type: 'RequestDeposit',
        depositId,
        number,
        customerId,
        walletId,
        amount,
        note,
      });
    }),
  ];
  if (action.outcome === 'pending') return steps;
  steps.push(
    step(new Date(action.at.getTime() + 600_000), async () => {
      const proof = await deps.saveProof(customer, number, amount);
      await send(`proof:${depositId}`, asCustomer, { type: 'UploadProof', depositId, ...proof });
    }),
  );
  if (action.outcome === 'pending-with-proof') return steps;
  const decidedAt = new Date(Math.max(action.decidedAt.getTime(), action.at.getTime() + 900_000));
  steps.push(
    step(decidedAt, async () => {
      if (action.outcome === 'rejected') {
        const note = await deps.seal(customerId, REJECTION_NOTE);
        await send(`decide:${depositId}`, asAdministrator, { type: 'RejectDeposit', depositId, note });
        return;
      }
      const reduced = action.outcome === 'reduced';
      const approvedAmount = reduced ? money((amount.amount * 9n) / 10n, amount.currency) : amount;
      const note = reduced ? await deps.seal(customerId, 'The bank kept a fee: this is what arrived.') : null;
      const fee = money(0n, amount.currency);
      await send(`decide:${depositId}`, asAdministrator, {
        type: 'ApproveDeposit',
        depositId,
        approvedAmount,
        fee,
        note,
      });
    }),
  );
  return steps;
}

const ORDER_LIFETIME_MS = 48 * 3_600_000;

function orderSteps(
  action: Extract<PlannedAction, { kind: 'order' }>,
  deps: HistoryDeps,
  send: Send,
  step: MakeStep,
  asCustomer: Actor,
): Step[] {
  const { orderId, number, customer, currency } = action;
  const expiresAt = new Date(action.at.getTime() + ORDER_LIFETIME_MS);
  const lines = action.lines.map((line, index) => priceLine(orderId, index, line, currency, deps.rates));
  const steps = [
    step(action.at, () =>
      send(`order:${orderId}`, asCustomer, {
        type: 'PlaceOrder',
        orderId,
        number,
        customerId: customer.customerId,
        walletId: customer.wallets[currency],
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

function priceLine(
  orderId: string,
  index: number,
  line: {
    product: {
      productId: string;
      variantId: string;
      brand: { title: string };
      card: { value: string; region: string; currency: 'USD' | 'EUR'; priceMinor: bigint };
    };
    quantity: number;
  },
  currency: 'USD' | 'EUR',
  rates: HistoryDeps['rates'],
): OrderLine {
  const { brand, card } = line.product;
  const isConverted = card.currency !== currency;
  const rate =
    currency === 'USD' ? rates.eurUsd : { numerator: rates.eurUsd.denominator, denominator: rates.eurUsd.numerator };
  const unit = isConverted ? multiplyHalfEven(card.priceMinor, rate) : card.priceMinor;
  const gross = unit * BigInt(line.quantity);
  const fee = isConverted ? multiplyHalfEven(gross, rates.conversionFee) : 0n;
  return {
    lineId: seedId(`line:${orderId}:${index}`),
    productId: line.product.productId,
    variantId: line.product.variantId,
    productName: `${brand.title} ${card.value}`,
    variantName: card.value,
    brandName: brand.title,
    region: card.region,
    quantity: line.quantity,
    unitPrice: money(unit, currency),
    discount: money(0n, currency),
    conversionFee: money(fee, currency),
    total: money(gross + fee, currency),
  };
}

function withdrawalSteps(
  action: Extract<PlannedAction, { kind: 'withdrawal' }>,
  deps: HistoryDeps,
  send: Send,
  step: MakeStep,
  asCustomer: Actor,
  asAdministrator: Actor,
): Step[] {
  const { withdrawalId, number, customer, currency } = action;
  const steps = [
    step(action.at, async () => {
      const bankSnapshotId = await deps.saveBankSnapshot(customer, withdrawalId);
      await send(`withdrawal:${withdrawalId}`, asCustomer, {
        type: 'RequestWithdrawal',
        withdrawalId,
        number,
        customerId: customer.customerId,
        walletId: customer.wallets[currency],
        amount: money(action.amountMinor, currency),
        requestedBy: 'customer',
        bankSnapshotId,
        userNote: null,
        adminNote: null,
      });
    }),
  ];
  if (action.outcome === 'pending') return steps;
  const isCompleted = action.outcome === 'completed';
  steps.push(
    step(new Date(Math.max(action.decidedAt.getTime(), action.at.getTime() + 60_000)), async () => {
      const note = isCompleted
        ? null
        : await deps.seal(customer.customerId, 'The account number does not belong to the beneficiary.');
      try {
        await send(`settle:${withdrawalId}`, asAdministrator, {
          type: isCompleted ? 'CompleteWithdrawal' : 'RejectWithdrawal',
          withdrawalId,
          note,
        });
      } catch (error) {
        // The wallet did not cover it after all: the request has failed by itself and there is nothing to settle.
        if (!isDomainError(error, 'invalid_state')) throw error;
      }
    }),
  );
  return steps;
}

export const seedRates = (eurUsd: string, conversionFeePercent: string) => {
  const fee = parseRatio(conversionFeePercent);
  return {
    eurUsd: parseRatio(eurUsd),
    conversionFee: { numerator: fee.numerator, denominator: fee.denominator * 100n },
  };
};
