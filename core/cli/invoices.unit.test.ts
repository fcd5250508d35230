import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import type { IssuedNumber } from '#core/finance/checks/issued-numbers.ts';
import { invoiceNumber, type Series } from '#core/finance/invoices/series.ts';
import { createTestLedger, fundedWallet, orderLine, placedOrder } from '#core/testing/test-ledger.ts';
import { runBeside } from './testing/cli-story.ts';

const year = new Date().getUTCFullYear();
const INV = (sequence: number) => invoiceNumber({ kind: 'invoice', year }, sequence);
const CN = (sequence: number) => invoiceNumber({ kind: 'credit-note', year }, sequence);

describe('the numbers of invoices', async () => {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 10_000n);
  test.stock.add('v', ['c1', 'c2']);
  const order = (variant: string, price: bigint) => placedOrder(test, walletId, [orderLine(variant, 1, price)]);
  const cancel = (orderId: string) => test.send({ type: 'CancelOrder', orderId, reason: 'administrator', note: null });
  const first = await order('v', 1_210n);
  const refunded = await order('nowhere', 2_000n);
  const unpaid = await order('v', 50_000n);
  await cancel(unpaid);
  await cancel(refunded);
  const last = await order('v', 500n);
  const orders = [first, refunded, last];

  const NONE = { invoice: [], 'credit-note': [] };
  const runIssued = (rows: Readonly<Record<Series['kind'], readonly IssuedNumber[]>>, ...argv: string[]) =>
    runBeside({ readIssued: ({ kind }) => Readable.from(rows[kind]) }, test.store, ...argv);
  const issued = (sequence: number, invoiceId: string | undefined, vat = 0n) => ({
    sequence,
    vat,
    invoiceId: invoiceId ?? assert.fail('an order'),
  });
  const list = async (rows: Parameters<typeof runIssued>[0], ...more: string[]) => {
    const { out } = await runIssued(rows, 'invoices', '--json', ...more);
    return out.map((line): Record<string, string> => JSON.parse(line));
  };

  it('follow the log without a gap: an unpaid order takes none, a refund has a series of its own', async () => {
    const rows = await list(NONE, '--year', String(year));
    assert.deepEqual(
      rows.map(({ number, credits, gross }) => [number, credits, gross]),
      [
        [INV(1), '', '12.10'],
        [INV(2), '', '20.00'],
        [CN(1), INV(2), '-20.00'],
        [INV(3), '', '5.00'],
      ],
    );
    assert.deepEqual(await list(NONE, '--year', '1999'), []);
  });

  it('add up in a spreadsheet: a credit note is a negative figure, not a text', async () => {
    const { out } = await runIssued(NONE, 'invoices', '--csv');
    const note = out.find((line) => line.startsWith(CN(1)));
    assert.ok(note?.endsWith(',,,-20.00,USD'), note);
  });

  it('come with the VAT that was written down, net and VAT making the gross', async () => {
    const [first, second] = await list({ ...NONE, invoice: [issued(1, orders[0], 210n)] });
    assert.deepEqual([first?.net, first?.vat, first?.gross], ['10.00', '2.10', '12.10']);
    assert.deepEqual([second?.net, second?.vat], ['', '']);
  });

  const check = (invoice: readonly IssuedNumber[]) => runIssued({ ...NONE, invoice }, 'check', '--grace', '1');

  it('are those that were issued: check says so, and names one that was not', async () => {
    const [first, second, third] = orders;
    const sound = await check([issued(1, first), issued(2, second), issued(3, third)]);
    assert.equal(sound.code, 0, sound.text);
    assert.match(sound.text, /✓ 3 invoices have the numbers that the log gives them, without a gap/);
    const behind = await check([issued(1, first)]);
    assert.equal(behind.code, 0, 'the last ones may still be under way');

    assert.match(
      (await check([issued(1, second)])).text,
      new RegExp(`✗ ${INV(1)} is of .* in the log, and was issued`),
    );
    assert.match(
      (await check([issued(1, first), issued(2, second), issued(2, 'lost'), issued(3, third)])).text,
      new RegExp(`✗ ${INV(2)} is of .* in the log, and was issued for lost as well`),
    );
    assert.match((await check([issued(1, first), issued(3, third)])).text, new RegExp(`✗ ${INV(2)} was not issued`));
    const more = [issued(1, first), issued(2, second), issued(3, third), issued(4, first)];
    assert.match((await check(more)).text, new RegExp(`✗ ${INV(4)} was issued, and the log has no such invoice`));
  });
});
