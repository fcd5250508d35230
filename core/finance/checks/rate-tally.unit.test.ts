import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { money } from '#core/kernel/money/money.ts';
import { accounts, credit, debit } from '#core/kernel/money/postings.ts';
import { createRateTally } from './rate-tally.ts';

const eur = (amount: bigint) => money(amount, 'EUR');
const event = (type: string, data: object = {}) => ({ streamId: 'order-1', type, data }) as RecordedLedgerEvent;
const difference = (reason: 'payment' | 'refund', amount: bigint, posted = amount) =>
  event('OrderRateDifferenceBooked', {
    reason,
    amount: eur(amount),
    rates: [],
    document: { kind: 'order', id: '1', number: 'GL-1' },
    postings: [debit(accounts.sales('EUR'), eur(posted)), credit(accounts.fxGains('EUR'), eur(posted))],
  });
const refunded = event('OrderRefunded');

describe('an audit of differences of rates', () => {
  const findings = (...events: RecordedLedgerEvent[]) => {
    const tally = createRateTally();
    return [...events.flatMap((each) => tally.apply(each)), ...tally.kept()].map((text) =>
      text.slice('order-1: '.length),
    );
  };
  it('finds nothing where each is booked once, and taken back with a refund', () => {
    assert.deepEqual(findings(difference('payment', 750n), refunded, difference('refund', -750n)), []);
    assert.deepEqual(findings(difference('payment', -750n), event('OrderFulfilled')), []);
  });
  it('finds postings that say another amount', () => {
    assert.match(findings(difference('payment', 750n, 740n)).join(), /^its postings are not the difference .* €7\.50$/);
  });
  it('finds one that is booked twice, or taken back with another amount', () => {
    assert.match(
      findings(difference('payment', 750n), difference('payment', 750n)).join(),
      /with its payment does not fit/,
    );
    assert.match(
      findings(difference('payment', 750n), difference('refund', -1n)).join(),
      /with its refund does not fit/,
    );
    assert.match(findings(difference('refund', -1n)).join(), /with its refund does not fit/);
  });
  it('finds one that a refund has left', () => {
    assert.deepEqual(findings(difference('payment', 750n), refunded), [
      'it was refunded, but its difference of rates was not taken back',
    ]);
  });
});
