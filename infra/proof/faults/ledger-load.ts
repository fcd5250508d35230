import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { money } from '#core/kernel/money/money.ts';
import type { Ledger, LedgerCommand } from '#core/ledger/ledger.ts';
import type { Random } from '#infra/seed/random.ts';
import { PAST_HTTP } from './journal.ts';
import type { Load } from './load-state.ts';
import { unpayableOrder } from './unpayable-order.ts';

const GIVE_UP_MS = 180_000;
const RETRY_PAUSE_MS = 100;
/** The pause between commands: clients by HTTP need the machine too. */
const PAUSE_MS = 60;
const DAY_MS = 86_400_000;
/** An administrator who may decide alone. */
const ANYBODY = { id: 'faults', aloneUpTo: null };
const usd = (minor: number | bigint) => money(BigInt(minor), 'USD');

type Send = (command: LedgerCommand) => Promise<void>;
type Life = { readonly load: Load; readonly random: Random; readonly send: Send };
type Owner = { readonly customerId: string; readonly walletId: string };

/**
 * Whole lives of customers, sent directly to the ledger: every command except those of processes, each repeated under
 * its id until it is answered. No other actor touches these customers, so every refusal is a violation.
 */
export async function runLives(load: Load, ledger: Ledger, random: Random): Promise<void> {
  while (!load.isOver()) await live({ load, random, send: (command) => send(load, ledger, command) });
}

async function send({ journal, violations }: Load, ledger: Ledger, command: LedgerCommand): Promise<void> {
  const commandId = randomUUID();
  const context = { commandId, correlationId: commandId, actor: { kind: 'administrator', id: 'faults' } } as const;
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    try {
      const result = await ledger.execute(command, context);
      journal.commands.set(commandId, { type: command.type, events: result.events.map((event) => event.type) });
      journal.acknowledge(PAST_HTTP);
      await delay(PAUSE_MS);
      return;
    } catch (error) {
      if (isDomainError(error) && error.code !== 'unavailable' && error.code !== 'conflict') {
        violations.add(`${command.type} (${commandId}) was refused: ${error.code} ${error.message}`);
        return;
      }
      if (Date.now() > deadline) throw new Error(`${command.type} had no answer for ${GIVE_UP_MS / 1_000} s.`);
      await delay(RETRY_PAUSE_MS);
    }
  }
}

async function live(life: Life): Promise<void> {
  const { load, random, send } = life;
  const [customerId, documentId, factorId, keyId] = [uuid(), uuid(), uuid(), uuid()];
  const walletId = walletIdOf(customerId, 'USD');
  const owner = { customerId, walletId };
  await send({ type: 'RegisterCustomer', customerId });
  await send({ type: 'OpenWallet', walletId, customerId, currency: 'USD' });
  await send({ type: 'VerifyEmail', customerId });
  await send({ type: 'ChangePassword', customerId });
  await send({ type: 'EnableMfa', customerId, factorId });
  await send({ type: 'DisableMfa', customerId, factorId });
  await send({ type: 'IssueApiKey', customerId, keyId, abilities: ['orders:read'] });
  await send({ type: 'RevokeApiKey', customerId, keyId });
  await send({ type: 'SaveCompanyDetails', customerId, isComplete: true });
  await send({ type: 'AddDocument', customerId, documentId, sha256: 'ab'.repeat(32) });
  await send({ type: 'SaveBankingDetails', customerId });
  await send({ type: 'RequestApproval', customerId });
  await send({ type: 'ApproveCustomer', customerId, note: null });
  await send({
    type: 'SetDiscount',
    customerId,
    productId: random.pick(load.shop.products).productId,
    basisPoints: 250,
    by: ANYBODY,
  });
  const proposed = { customerId, productId: uuid() };
  await send({ type: 'SetDiscount', ...proposed, basisPoints: 9_000, by: { ...ANYBODY, aloneUpTo: 0n } });
  await send({ type: 'RejectDiscount', ...proposed });
  for (let round = random.int(1, 3); round > 0; round -= 1) await moneyIn(life, owner);
  await send({ type: 'SetCreditLimit', walletId, limit: usd(5_000), by: ANYBODY });
  for (let round = random.int(1, 3); round > 0; round -= 1) await unpaidOrder(life, owner);
  await send({ type: 'RemoveDocument', customerId, documentId });
  await send({ type: 'RevokeApproval', customerId, note: null });
  await send({
    type: 'RecordAdministratorAction',
    administratorId: uuid(),
    action: 'signed-in',
    subject: { kind: 'administrator', id: customerId },
    facts: {},
  });
  await send({ type: 'EraseCustomer', customerId });
}

async function moneyIn({ random, send }: Life, { customerId, walletId }: Owner): Promise<void> {
  const depositId = uuid();
  const amount = usd(random.int(100, 10_000));
  await send({ type: 'RequestDeposit', depositId, number: 'DEP-F', customerId, walletId, amount, note: null });
  await send({ type: 'UploadProof', depositId, fileId: uuid(), sha256: 'cd'.repeat(32), contentType: 'image/png' });
  if (random.chance(0.2)) return send({ type: 'DeleteDeposit', depositId });
  await send({ type: 'ApproveDeposit', depositId, approvedAmount: amount, fee: usd(1), note: null, by: ANYBODY });
  const [withdrawalId, holdId] = [uuid(), uuid()];
  await send({
    type: 'RequestWithdrawal',
    withdrawalId,
    number: 'WDR-F',
    customerId,
    walletId,
    amount: usd(random.int(1, 200)),
    requestedBy: 'administrator',
    bankSnapshotId: null,
    userNote: null,
    adminNote: null,
  });
  // The processes may still be booking the credit above: the wallet gets no request that it could not cover.
  const document = { kind: 'withdrawal', id: holdId, number: 'WDR-H' } as const;
  await send({ type: 'CreditDeposit', walletId, reference: `deposit:${holdId}`, amount: usd(500), document });
  await send({ type: 'HoldFunds', walletId, holdId, amount: usd(1), document });
  await send({ type: 'ReleaseHold', walletId, holdId });
}

async function unpaidOrder({ load, random, send }: Life, { customerId, walletId }: Owner): Promise<void> {
  const { productId, variantId } = random.pick(load.shop.products);
  const orderId = uuid();
  await send(
    unpayableOrder({
      orderId,
      number: 'GL-F',
      customerId,
      walletId,
      currency: 'USD',
      productId,
      variantId,
      placedAt: new Date(),
      expiresAt: new Date(Date.now() + DAY_MS),
    }),
  );
  if (random.chance(0.5)) await send({ type: 'CancelOrder', orderId, reason: 'administrator', note: null });
  else await send({ type: 'ExpireOrder', orderId, now: new Date(Date.now() + 2 * DAY_MS).toISOString() });
}

const uuid = () => randomUUID();
