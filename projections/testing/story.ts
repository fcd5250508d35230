import { SealedText } from '#core/kernel/log/event.ts';
import { datedBy } from '#core/kernel/log/value-date.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/money/postings.ts';
import { ADMINISTRATOR, createLog, eur, id, type TestLog, usd } from './log.ts';

export const ALICE = id('customer', 1);
export const BRUNO = id('customer', 2);
export const ALICE_USD = id('wallet', 1);
const ALICE_EUR = id('wallet', 2);
export const BRUNO_USD = id('wallet', 3);

type Movement = { readonly wallet: string; readonly minor: number; readonly currency?: 'USD' | 'EUR' };
const moneyOf = ({ minor, currency = 'USD' }: Movement) => (currency === 'USD' ? usd(minor) : eur(minor));
const documentOf = (kind: 'deposit' | 'order' | 'withdrawal', number: number) => ({
  kind,
  id: id(kind, number),
  number: `${{ deposit: 'DEP', order: 'GL', withdrawal: 'WD' }[kind]}-${String(number).padStart(6, '0')}`,
});

/** A customer who registered, was approved, and has a wallet. */
export function openAccount(log: TestLog, customerId: string, walletId: string, currency: 'USD' | 'EUR' = 'USD') {
  log.add(`customer-${customerId}`, 'CustomerRegistered', { customerId });
  log.add(`wallet-${walletId}`, 'WalletOpened', { walletId, customerId, currency });
}

export function requestDeposit(log: TestLog, number: number, customerId: string, movement: Movement, time?: string) {
  const document = documentOf('deposit', number);
  log.add(
    `deposit-${document.id}`,
    'DepositRequested',
    {
      depositId: document.id,
      number: document.number,
      customerId,
      walletId: movement.wallet,
      amount: moneyOf(movement),
      note: null,
    },
    time === undefined ? {} : { time },
  );
}

/** The administrator approves the full amount, and the wallet is credited. */
export function approveDeposit(
  log: TestLog,
  number: number,
  customerId: string,
  movement: Movement,
  valueDate?: string,
) {
  const document = documentOf('deposit', number);
  const amount = moneyOf(movement);
  log.add(
    `deposit-${document.id}`,
    'DepositApproved',
    {
      depositId: document.id,
      number: document.number,
      customerId,
      walletId: movement.wallet,
      approvedAmount: amount,
      fee: { ...amount, amount: 0n },
      note: null,
      ...datedBy(valueDate),
    },
    { actor: ADMINISTRATOR },
  );
  log.add(`wallet-${movement.wallet}`, 'WalletCredited', {
    reference: `deposit:${document.id}`,
    reason: 'deposit',
    amount,
    document,
    postings: balanced(debit(accounts.bank(amount.currency), amount), credit(accounts.wallet(movement.wallet), amount)),
    ...datedBy(valueDate),
  });
}

/** An order of two lines: a third of the total, and the rest. */
export function placeOrder(log: TestLog, number: number, customerId: string, movement: Movement, time?: string) {
  const document = documentOf('order', number);
  const total = moneyOf(movement);
  const zero = { ...total, amount: 0n };
  const first = { ...total, amount: total.amount / 3n };
  const second = { ...total, amount: total.amount - first.amount };
  const line = (lineNumber: number, product: string, price: typeof total) => ({
    lineId: id(`line-${number}`, lineNumber),
    productId: product,
    variantId: `${product}-v`,
    productName: `Card ${product}`,
    variantName: 'One',
    brandName: 'Steam',
    region: 'global',
    quantity: 1,
    unitPrice: price,
    discount: zero,
    conversionFee: zero,
    total: price,
  });
  const placedAt = time ?? '2026-01-10T12:00:00.000Z';
  log.add(
    `order-${document.id}`,
    'OrderPlaced',
    {
      orderId: document.id,
      number: document.number,
      customerId,
      walletId: movement.wallet,
      currency: total.currency,
      lines: [line(1, 'p1', first), line(2, 'p2', second)],
      subtotal: total,
      discount: zero,
      conversionFees: zero,
      total,
      placedAt,
      expiresAt: new Date(Date.parse(placedAt) + 48 * 3_600_000).toISOString(),
    },
    { time: placedAt },
  );
}

export function queuePayment(log: TestLog, number: number, movement: Movement) {
  const document = documentOf('order', number);
  const amount = moneyOf(movement);
  log.add(`wallet-${movement.wallet}`, 'WalletPaymentQueued', {
    reference: `order:${document.id}`,
    amount,
    conversionFee: { ...amount, amount: 0n },
    document,
  });
}

export function payOrder(log: TestLog, number: number, movement: Movement, time?: string) {
  const document = documentOf('order', number);
  const amount = moneyOf(movement);
  const data = {
    reference: `order:${document.id}`,
    reason: 'order' as const,
    amount,
    conversionFee: { ...amount, amount: 0n },
    document,
    postings: balanced(
      debit(accounts.wallet(movement.wallet), amount),
      credit(accounts.sales(amount.currency), amount),
    ),
  };
  log.add(`wallet-${movement.wallet}`, 'WalletDebited', data, time === undefined ? {} : { time });
  log.add(`order-${document.id}`, 'OrderPaid', { paymentReference: `order:${document.id}`, amount });
}

function fulfilOrder(log: TestLog, number: number) {
  log.add(`order-${id('order', number)}`, 'OrderFulfilled', {
    lines: [1, 2].map((line) => ({ lineId: id(`line-${number}`, line), quantity: 1, codesDigest: `digest-${line}` })),
  });
}

function cancelOrder(log: TestLog, number: number, reason: 'expired' | 'customer' | 'administrator', wasPaid: boolean) {
  log.add(`order-${id('order', number)}`, 'OrderCancelled', { reason, wasPaid, note: null });
}

function refundOrder(log: TestLog, number: number, movement: Movement) {
  const document = documentOf('order', number);
  const amount = moneyOf(movement);
  log.add(`wallet-${movement.wallet}`, 'WalletCredited', {
    reference: `refund:${document.id}`,
    reason: 'refund',
    amount,
    document,
    postings: balanced(
      debit(accounts.sales(amount.currency), amount),
      credit(accounts.wallet(movement.wallet), amount),
    ),
  });
  log.add(`order-${document.id}`, 'OrderRefunded', { refundReference: `refund:${document.id}`, amount });
}

/** A withdrawal whose funds are held. */
export function requestWithdrawal(log: TestLog, number: number, customerId: string, movement: Movement, time?: string) {
  const document = documentOf('withdrawal', number);
  const amount = moneyOf(movement);
  log.add(
    `withdrawal-${document.id}`,
    'WithdrawalRequested',
    {
      withdrawalId: document.id,
      number: document.number,
      customerId,
      walletId: movement.wallet,
      amount,
      requestedBy: 'customer',
      bankSnapshotId: null,
      userNote: null,
      adminNote: null,
    },
    time === undefined ? {} : { time },
  );
  log.add(`wallet-${movement.wallet}`, 'WalletFundsHeld', {
    holdId: document.id,
    amount,
    document,
    postings: balanced(debit(accounts.wallet(movement.wallet), amount), credit(accounts.held(movement.wallet), amount)),
  });
  log.add(`withdrawal-${document.id}`, 'WithdrawalFundsHeld', {});
}

export function completeWithdrawal(log: TestLog, number: number, movement: Movement, time?: string) {
  const document = documentOf('withdrawal', number);
  const amount = moneyOf(movement);
  const { currency } = amount;
  log.add(
    `withdrawal-${document.id}`,
    'WithdrawalCompleted',
    {
      amount,
      note: null,
      postings: balanced(debit(accounts.payouts(currency), amount), credit(accounts.bank(currency), amount)),
    },
    { actor: ADMINISTRATOR, ...(time === undefined ? {} : { time }) },
  );
  log.add(`wallet-${movement.wallet}`, 'WalletHoldCaptured', {
    holdId: document.id,
    amount,
    document,
    postings: balanced(debit(accounts.held(movement.wallet), amount), credit(accounts.payouts(currency), amount)),
  });
}

export function rejectWithdrawal(log: TestLog, number: number, movement: Movement) {
  const document = documentOf('withdrawal', number);
  const amount = moneyOf(movement);
  log.add(
    `withdrawal-${document.id}`,
    'WithdrawalRejected',
    { adminNote: SealedText.parse('sealed reason'), userNote: SealedText.parse('sealed answer') },
    { actor: ADMINISTRATOR },
  );
  log.add(`wallet-${movement.wallet}`, 'WalletHoldReleased', {
    holdId: document.id,
    amount,
    document,
    postings: balanced(debit(accounts.held(movement.wallet), amount), credit(accounts.wallet(movement.wallet), amount)),
  });
}

/** A log in which everything above happens at least once: every read model must handle it. */
export function wholeStory(): TestLog {
  const log = createLog();
  openAccount(log, ALICE, ALICE_USD);
  openAccount(log, BRUNO, BRUNO_USD);
  log.add(`wallet-${ALICE_EUR}`, 'WalletOpened', { walletId: ALICE_EUR, customerId: ALICE, currency: 'EUR' });
  log.add(`customer-${ALICE}`, 'CustomerEmailVerified', {});
  log.add(`customer-${ALICE}`, 'CustomerCompanyDetailsSaved', { isComplete: true });
  log.add(`customer-${ALICE}`, 'CustomerDocumentAdded', { documentId: id('document'), sha256: 'x' });
  log.add(`customer-${ALICE}`, 'CustomerApprovalRequested', {});
  log.add(`customer-${ALICE}`, 'CustomerApproved', { note: null }, { actor: ADMINISTRATOR });
  log.add(`customer-${ALICE}`, 'CustomerDiscountProposed', { productId: 'p1', basisPoints: 500, by: ADMINISTRATOR.id });
  log.add(`customer-${ALICE}`, 'CustomerDiscountSet', {
    productId: 'p1',
    basisPoints: 500,
    firstApprovedBy: ADMINISTRATOR.id,
  });
  log.add(`customer-${ALICE}`, 'CustomerDiscountProposed', {
    productId: 'p3',
    basisPoints: 9_000,
    by: ADMINISTRATOR.id,
  });
  log.add(`customer-${ALICE}`, 'CustomerDiscountRejected', { productId: 'p3', basisPoints: 9_000 });
  log.add(`customer-${ALICE}`, 'CustomerDiscountSet', { productId: 'p1', basisPoints: 0 });
  log.add(`customer-${ALICE}`, 'CustomerDiscountSet', { productId: 'p2', basisPoints: 250 });
  log.add(`wallet-${BRUNO_USD}`, 'WalletCreditLimitSet', { limit: usd(5_000) });

  requestDeposit(log, 1, ALICE, { wallet: ALICE_USD, minor: 100_000 });
  log.add(`deposit-${id('deposit', 1)}`, 'DepositProofUploaded', {
    fileId: id('file'),
    sha256: 'f',
    contentType: 'image/png',
  });
  approveDeposit(log, 1, ALICE, { wallet: ALICE_USD, minor: 100_000 });
  requestDeposit(log, 2, ALICE, { wallet: ALICE_EUR, minor: 40_000, currency: 'EUR' });
  log.add(`deposit-${id('deposit', 2)}`, 'DepositRejected', { note: 'sealed' as never }, { actor: ADMINISTRATOR });
  requestDeposit(log, 3, BRUNO, { wallet: BRUNO_USD, minor: 700 });
  log.add(`deposit-${id('deposit', 3)}`, 'DepositDeleted', {});

  placeOrder(log, 1, ALICE, { wallet: ALICE_USD, minor: 30_001 });
  payOrder(log, 1, { wallet: ALICE_USD, minor: 30_001 });
  fulfilOrder(log, 1);
  log.add(`order-${id('order', 1)}`, 'OrderCodesRevealed', { codes: 2 });
  placeOrder(log, 2, BRUNO, { wallet: BRUNO_USD, minor: 9_000 });
  queuePayment(log, 2, { wallet: BRUNO_USD, minor: 9_000 });
  placeOrder(log, 3, BRUNO, { wallet: BRUNO_USD, minor: 8_000 });
  queuePayment(log, 3, { wallet: BRUNO_USD, minor: 8_000 });
  requestDeposit(log, 4, BRUNO, { wallet: BRUNO_USD, minor: 4_500 }, '2026-01-11T09:00:00.000Z');
  approveDeposit(log, 4, BRUNO, { wallet: BRUNO_USD, minor: 4_500 });
  payOrder(log, 2, { wallet: BRUNO_USD, minor: 9_000 });
  log.add(`wallet-${BRUNO_USD}`, 'WalletPaymentCancelled', { reference: `order:${id('order', 3)}` });
  cancelOrder(log, 3, 'expired', false);
  placeOrder(log, 4, ALICE, { wallet: ALICE_USD, minor: 20_000 }, '2026-01-12T10:00:00.000Z');
  payOrder(log, 4, { wallet: ALICE_USD, minor: 20_000 });
  cancelOrder(log, 4, 'administrator', true);
  refundOrder(log, 4, { wallet: ALICE_USD, minor: 20_000 });

  requestWithdrawal(log, 1, ALICE, { wallet: ALICE_USD, minor: 10_000 }, '2026-02-02T10:00:00.000Z');
  completeWithdrawal(log, 1, { wallet: ALICE_USD, minor: 10_000 }, '2026-02-04T10:00:00.000Z');
  requestWithdrawal(log, 2, ALICE, { wallet: ALICE_USD, minor: 5_000 });
  rejectWithdrawal(log, 2, { wallet: ALICE_USD, minor: 5_000 });
  log.add(
    `admin-${ADMINISTRATOR.id}`,
    'AdministratorActed',
    {
      action: 'signed-in',
      subject: { kind: 'administrator', id: ADMINISTRATOR.id },
      facts: {},
    },
    { actor: ADMINISTRATOR },
  );
  return log;
}
