import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { creditOf } from './credit.ts';

const TODAY = '2026-11-22';
const at = (day: string, own: bigint) => ({ day, own });

describe('the credit of a wallet', () => {
  it('ages by the day on which it was drawn, and a repayment pays back the oldest first', () => {
    const days = [at('2026-07-01', -100n), at('2026-09-10', -150n), at('2026-10-10', -190n), at('2026-11-01', -260n)];
    const drawn = creditOf(days, 1_000n, TODAY);
    assert.deepEqual(drawn.ages, { '0-30': 70n, '31-60': 40n, '61-90': 50n, '90+': 100n });
    assert.deepEqual([drawn.used, drawn.usedPermille, drawn.since], [260n, 260, '2026-07-01']);
    const repaid = creditOf([...days, at('2026-11-20', -140n)], 1_000n, TODAY);
    assert.deepEqual(repaid.ages, { '0-30': 70n, '31-60': 40n, '61-90': 30n, '90+': 0n });
    assert.equal(repaid.since, '2026-09-10');
  });

  it('is not drawn while the wallet has money of its own', () => {
    const { used, since, ages } = creditOf([at('2026-10-01', 500n), at('2026-11-01', 20n)], 100n, TODAY);
    assert.deepEqual([used, since, ages['0-30']], [0n, null, 0n]);
    assert.equal(creditOf([at('2026-10-01', -50n), at('2026-11-01', 20n)], 100n, TODAY).since, null);
    const crossed = creditOf([at('2026-10-01', 500n), at('2026-11-21', -30n)], 100n, TODAY);
    assert.deepEqual([crossed.used, crossed.since], [30n, '2026-11-21']);
  });

  it('lasts for what is left of it at the pace of the last 30 days', () => {
    const { pacePerDay, daysLeft } = creditOf([at('2026-10-01', 100n), at('2026-11-20', -200n)], 500n, TODAY);
    assert.deepEqual([pacePerDay, daysLeft], [10n, 30]);
    assert.equal(creditOf([at('2026-10-01', -200n), at('2026-11-20', 0n)], 500n, TODAY).daysLeft, null);
    assert.equal(creditOf([at('2026-11-20', -500n)], 500n, TODAY).daysLeft, 0);
    assert.equal(creditOf([], 0n, TODAY).usedPermille, null);
  });

  it('counts 30, 60 and 90 days to the younger age', () => {
    const ageOn = (day: string) =>
      Object.entries(creditOf([at(day, -1n)], 1n, TODAY).ages).find(([, sum]) => sum > 0n)?.[0];
    assert.deepEqual(['2026-10-23', '2026-10-22', '2026-09-23', '2026-09-22', '2026-08-24', '2026-08-23'].map(ageOn), [
      '0-30',
      '31-60',
      '31-60',
      '61-90',
      '61-90',
      '90+',
    ]);
  });
});
