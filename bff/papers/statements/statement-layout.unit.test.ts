import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pagesOf, type Row } from './statement-layout.ts';
import type { StatementLine, WalletStatement } from './wallet-statement.ts';

/** A statement with this many movements in each month, alternately one unit in and two out. */
function statementOf(counts: readonly number[], opening = 5n): WalletStatement {
  let balance = opening;
  const lines: StatementLine[] = [];
  for (const [month, count] of counts.entries()) {
    for (let day = 1; day <= count; day += 1) {
      const change = day % 2 === 1 ? 1n : -2n;
      balance += change;
      const time = new Date(Date.UTC(2026, month, 1, 0, day)).toISOString();
      lines.push({ time, change, balance, document: `GL-${day}`, movement: 'Order' });
    }
  }
  return { currency: 'JPY', opening, lines, closing: balance };
}
const kinds = (pages: readonly (readonly Row[])[]) => pages.map((page) => page.map(({ kind }) => kind).join(' '));

describe('the pages of a statement', () => {
  it('say that there is nothing in an empty period', () => {
    assert.deepEqual(kinds(pagesOf(statementOf([]), { first: 9, next: 9 })), ['opening none closing']);
  });

  it('have totals for each month where there are several, and none where the whole is one month', () => {
    assert.deepEqual(kinds(pagesOf(statementOf([1]), { first: 9, next: 9 })), ['opening movement closing']);
    const [page = []] = pagesOf(statementOf([2, 0, 1]), { first: 9, next: 9 });
    assert.deepEqual(kinds([page]), ['opening movement movement month movement month closing']);
    assert.deepEqual(
      page.filter((row) => row.kind === 'month'),
      [
        { kind: 'month', month: '2026-01', totals: { moneyIn: 1n, moneyOut: 2n, count: 2 }, balance: 4n },
        { kind: 'month', month: '2026-03', totals: { moneyIn: 1n, moneyOut: 0n, count: 1 }, balance: 5n },
      ],
    );
  });

  it('begin with the balance that the page before ended with', () => {
    const [, second = []] = pagesOf(statementOf([6]), { first: 4, next: 5 });
    assert.deepEqual(second[0], { kind: 'forward', balance: 4n + 1n });
  });

  it('never part a total from the line above it, whatever fits on a page', () => {
    for (let count = 1; count <= 40; count += 1) {
      for (const first of [3, 4, 5, 6, 7]) {
        const statement = statementOf([count, 3]);
        const pages = pagesOf(statement, { first, next: 8 });
        assert.ok(
          pages.every((page, index) => page.length <= (index === 0 ? first : 8)),
          `${count} of ${first}`,
        );
        for (const [, second] of pages.slice(1)) assert.equal(second?.kind, 'movement', `${count} of ${first}`);
        assert.equal(pages.flat().filter(({ kind }) => kind === 'movement').length, count + 3);
        assert.equal(pages.at(-1)?.at(-1)?.kind, 'closing');
      }
    }
  });
});
