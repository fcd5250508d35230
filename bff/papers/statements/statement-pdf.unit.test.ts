import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { glyphsOf, readPdf } from '#infra/proof/api/read-pdf.ts';
import { SELLER } from '#infra/proof/api/settings.ts';
import { renderStatement, type StatementSheet } from './statement-pdf.ts';
import type { StatementLine } from './wallet-statement.ts';

const holder = {
  name: 'Żółć Sp. z o.o.',
  address: ['ul. Piotrkowska 104', '90-926 Łódź'],
  country: 'PL',
  vatId: 'PL1234567890',
  registration: '0000123456',
  email: 'ksiegowosc@zolc.example',
};

/** A statement with this many movements, one each day: by turns one of seven units in and three of two out. */
function sheetOf(count: number, currency: Currency, changes: Partial<StatementSheet> = {}): StatementSheet {
  const opening = -1_234_567n;
  let balance = opening;
  const lines: StatementLine[] = [];
  for (let day = 0; day < count; day += 1) {
    const change = day % 4 === 0 ? 7_000_000n : -2_000_001n;
    balance += change;
    const time = new Date(Date.UTC(2026, 8, 1 + day, 9)).toISOString();
    const [document, movement] = change > 0n ? ['DEP-2204C9', 'Deposit'] : ['GL-100042', 'Order'];
    lines.push({ time, change, balance, document, movement });
  }
  return {
    walletId: '0b0f6f53-6c7b-4b1e-9f5c-0d9d0c1a2b3c',
    seller: SELLER,
    holder,
    proof: '{}',
    noProof: 'It has no proof yet.',
    period: { from: '2026-09-01T00:00:00.000Z', to: null },
    statement: { currency, opening, lines, closing: balance },
    issuedAt: new Date('2026-11-23T07:30:00Z'),
    signedAt: new Date('2026-11-23T02:00:00Z'),
    publicUrl: 'https://store.example',
    ...changes,
  };
}
const wordsOf = async (sheet: StatementSheet) =>
  (await readPdf(await renderStatement(sheet))).map((page) => page.map(({ text }) => text));

describe('a statement as a PDF', () => {
  it('says who, which days, the four figures, and how it is checked', async () => {
    const [words = []] = await wordsOf(sheetOf(2, 'EUR'));
    for (const part of [
      ...['Giftledger B.V.', 'Żółć Sp. z o.o.', 'Sep 1, 2026 – now', 'With its proof', 'Page 1 of 1'],
      ...['-€12,345.67', '€70,000.00', '-€20,000.01', '€37,654.32', 'Opening balance', 'Closing balance'],
    ]) {
      assert.ok(words.includes(part), part);
    }
    assert.match(words.join(' '), /https:\/\/store\.example\/check-proof.*https:\/\/store\.example\/tlog\/key/);
  });

  it('of a demonstration says so on each page, and any other on none', async () => {
    const said = 'Demonstration store: no real money, no real codes.';
    const saying = async (seller: StatementSheet['seller']) =>
      (await wordsOf(sheetOf(60, 'EUR', { seller }))).map((words) => words.includes(said));
    const pages = await saying({ ...SELLER, isDemonstration: true });
    assert.ok(pages.length > 1 && pages.every(Boolean), String(pages));
    assert.ok(!(await saying(SELLER)).includes(true));
  });

  it('says that a period is empty, and why there is no proof', async () => {
    const noProof = 'It has no proof: the statement is too long for one file. '.repeat(5).trim();
    const [words = []] = await wordsOf(sheetOf(0, 'EUR', { proof: undefined, noProof }));
    assert.ok(words.includes('No movements in this period.'));
    assert.ok(words.join(' ').includes(noProof), 'all of it, over several lines');
  });

  it('has amounts under each other with the digits of their currency, inside the page', async () => {
    for (const [currency, balance] of [
      ['JPY', '5,765,433'],
      ['EUR', '57,654.33'],
      ['KWD', '5,765.433'],
    ] as const) {
      const [page = []] = await readPdf(await renderStatement(sheetOf(9, currency)));
      const head = page.find(({ text }) => text === `Balance ${currency}`) ?? assert.fail(currency);
      assert.ok(
        page.some(({ text }) => text === balance),
        balance,
      );
      const column = page.filter(({ text, end, y }) => y > head.y && /^-?[\d,.]+$/.test(text) && end > 500);
      assert.equal(column.length, 11, 'opening and closing balance and nine movements');
      for (const { end, text } of column) assert.ok(Math.abs(end - head.end) < 0.5, text);
      for (const { end, text } of page) assert.ok(end < 548, text);
    }
  });

  it('of a very long name and of amounts without room keeps its columns apart', async () => {
    const name = 'Al-Mubarakiyya International Trading, Contracting and General Services Company W.L.L. '.repeat(2);
    const sheet = sheetOf(3, 'KWD', { holder: { ...holder, name } });
    const lines = sheet.statement.lines.map((line) => ({
      ...line,
      change: line.change * 10n ** 9n,
      balance: line.balance * 10n ** 9n,
    }));
    const statement = { ...sheet.statement, lines, closing: lines.at(-1)?.balance ?? 0n };
    const [page = []] = await readPdf(await renderStatement({ ...sheet, statement }));
    assert.ok(page.every(({ x, end }) => x > 47 && end < 548));
    const rows = Map.groupBy(page, ({ y }) => Math.round(y));
    for (const row of rows.values()) {
      const sorted = row.toSorted((a, b) => a.x - b.x);
      for (const [at, { x, text }] of sorted.slice(1).entries()) assert.ok(x > (sorted[at]?.end ?? 0) - 0.5, text);
    }
  });

  it('of several pages has the head of the table and the number on each, and no box for a letter', async () => {
    const pdf = await renderStatement(sheetOf(100, 'JPY'));
    const pages = (await readPdf(pdf)).map((page) => page.map(({ text }) => text));
    assert.ok(pages.length > 3);
    for (const [index, words] of pages.entries()) {
      assert.ok(words.includes(`Page ${index + 1} of ${pages.length}`));
      assert.ok(words.includes('Balance JPY'));
      assert.equal(words.includes('Brought forward'), index > 0);
    }
    assert.equal(pages.flat().filter((text) => text.startsWith('Total of ')).length, 4);
    const { shown, boxes } = glyphsOf(pdf);
    assert.ok(shown > 1_000);
    assert.equal(boxes, 0);
  });
});
