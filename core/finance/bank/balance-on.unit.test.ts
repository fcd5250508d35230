import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { balanceOn, type PlacedStatement } from './balance-on.ts';

const statement = (id: string, days: [string, string], balances: [bigint, bigint], more = {}): PlacedStatement => ({
  id,
  format: 'camt.053',
  number: id,
  account: 'NL91',
  opening: balances[0],
  closing: balances[1],
  firstDay: `2026-10-${days[0]}`,
  lastDay: `2026-10-${days[1]}`,
  coversUntil: null,
  hasGap: false,
  ...more,
});
const on = (day: string, statements: PlacedStatement[], sums: [string, string, bigint][] = []) => {
  const found = balanceOn(
    `2026-10-${day}`,
    statements,
    sums.map(([statementId, of, sum]) => ({ statementId, day: `2026-10-${of}`, sum })),
  );
  return found && [found.balance, found.until.slice(-2)];
};

describe('the balance of an account at the end of a day', () => {
  const first = statement('1', ['01', '10'], [100n, 150n]);
  const second = statement('2', ['12', '20'], [150n, 130n]);

  it('is the closing balance of the last statement that ends by then', () => {
    assert.deepEqual(on('20', [second, first]), [130n, '20']);
    assert.deepEqual(on('25', [first, second]), [130n, '20']);
    assert.equal(on('01', [second]), null);
  });
  it('has in the middle of a statement the lines up to the day, from its opening balance or the statement before', () => {
    const sums: [string, string, bigint][] = [
      ['1', '01', 20n],
      ['1', '10', 30n],
      ['2', '12', -5n],
      ['2', '20', -15n],
    ];
    assert.deepEqual(on('05', [first, second], sums), [120n, '05']);
    assert.deepEqual(on('15', [first, second], sums), [145n, '15']);
  });
  it('goes on with a statement that begins on the day on which another ends', () => {
    const next = statement('2', ['10', '20'], [150n, 130n]);
    const sums: [string, string, bigint][] = [
      ['1', '10', 50n],
      ['2', '10', -7n],
      ['2', '20', -13n],
    ];
    assert.deepEqual(on('10', [first, next], sums), [143n, '10']);
  });
  it('covers days without movements where the bank says so, or the next statement follows without a gap', () => {
    assert.deepEqual(on('11', [first]), [150n, '10']);
    assert.deepEqual(on('11', [first, second]), [150n, '11']);
    assert.deepEqual(on('11', [first, { ...second, hasGap: true }]), [150n, '10']);
    assert.deepEqual(on('11', [{ ...first, coversUntil: '2026-10-11' }]), [150n, '11']);
  });
});
