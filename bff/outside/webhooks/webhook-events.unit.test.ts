import assert from 'node:assert/strict';
import { it } from 'node:test';
import { WEBHOOK_EVENTS } from '#bff/contract/outside/webhook-events.ts';
import { type Category, TYPES_OF } from '#core/aggregates/events.ts';

/** Internal steps, our own books, and reveals by the customer. */
const UNTOLD = [
  'DepositProofUploaded',
  'DepositApprovalProposed',
  'DepositDeleted',
  'OrderCodesRevealed',
  'OrderRateDifferenceBooked',
  'OrderDeferred',
  'WithdrawalFundsHeld',
  'WithdrawalPayoutProposed',
];

it('every event of orders, deposits and withdrawals is sent under its own name, or is listed as not sent', () => {
  const categories: readonly Category[] = ['order', 'deposit', 'withdrawal'];
  const nameOf = (category: string, event: string) => `${category}.${event.slice(category.length).toLowerCase()}`;
  const expected = categories.flatMap((category) =>
    TYPES_OF[category].filter((event) => !UNTOLD.includes(event)).map((event) => [nameOf(category, event), event]),
  );
  const named = Object.entries(WEBHOOK_EVENTS).map(([name, { event }]) => [name, event]);
  assert.deepEqual(named.sort(), expected.sort());
});
