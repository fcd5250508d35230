import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { formatVerifierKey, SIGNATURE } from '#core/proofs/check/note.ts';
import { codesRootOf, proveCode } from '#core/proofs/code.ts';
import { notarise } from '#core/proofs/notary/notary.ts';
import { createMemoryLogBook } from '#core/proofs/notary/testing/memory-log-book.ts';
import { createSigner } from '#core/proofs/sign.ts';
import { proveStatement } from '#core/proofs/statement.ts';
import { approvedDeposit, createTestLedger, fundedWallet, orderLine, placedOrder } from '#core/testing/test-ledger.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { CheckProofPage } from './check-proof-page.tsx';

describe('the page that checks proofs', async () => {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 12_300n);
  await approvedDeposit(test, walletId, 700n);
  const line = orderLine('steam', 1, 500n);
  const code = { codeId: randomUUID(), lineId: line.lineId, lastFour: '1234', digest: 'ab'.repeat(32) };
  test.stock.add('steam', [code.codeId]);
  const orderId = await placedOrder(test, walletId, [line]);
  await test.send({ type: 'RevealCodes', orderId, codes: 1, codesRoot: await codesRootOf([code]) });
  const book = createMemoryLogBook();
  const signerOf = (origin: string) => createSigner(origin, Buffer.alloc(32, 4));
  await notarise({
    store: test.store,
    book,
    origin: 'shop.example/tlog',
    signersOf: (name: string) => [signerOf(name)],
  });
  const key = formatVerifierKey(signerOf('shop.example/tlog').key);
  const log = book.provable(key);
  const period = { from: null, to: null };
  const statement = (await proveStatement(test.store.readStream(`wallet-${walletId}`), period, log)) ?? '';
  const codeProof = (await proveCode(test.store.readStream(`order-${orderId}`), [code], code, log)) ?? '';

  async function check(text: string, keyText = key, witnessKey?: string) {
    const { user } = renderScreen(<CheckProofPage />, { realm: 'customer', answers: {} });
    await user.upload(
      screen.getByLabelText('Proof file'),
      new File([text], 'march.proof.json', { type: 'application/json' }),
    );
    await screen.findByText('march.proof.json');
    await user.type(screen.getByLabelText(/Verifier key of the log/), keyText);
    if (witnessKey) {
      await user.click(screen.getByRole('button', { name: 'Demand witnesses' }));
      await user.type(await screen.findByLabelText('Verifier keys of witnesses'), witnessKey);
    }
    await user.click(screen.getByRole('button', { name: 'Check' }));
  }

  it('shows what a sound statement proves', async () => {
    await check(statement);
    assert.ok(await screen.findByText('The statement is proven'));
    assert.ok(screen.getByText('0.00 USD'));
    assert.equal(screen.getAllByText('130.00 USD').length, 1);
    assert.equal(screen.getAllByText('125.00 USD').length, 2);
    assert.ok(screen.getByText(/shop\.example\/tlog, signed over \d+ events/));
    assert.equal(screen.getAllByText('Paid in').length, 2);
  });

  it('refuses one whose end was cut off', async () => {
    const file = JSON.parse(statement);
    await check(JSON.stringify({ ...file, events: file.events.slice(0, -1) }));
    assert.match((await screen.findByRole('alert')).textContent ?? '', /Not proven.*The file was cut short or changed/);
  });

  it('takes the keys of witnesses, and refuses a head that they did not sign', async () => {
    const witness = createSigner('witness.example/w1', Buffer.alloc(32, 6), SIGNATURE.cosignature);
    await check(statement, key, formatVerifierKey(witness.key));
    assert.match((await screen.findByRole('alert')).textContent ?? '', /0 of the 1 named witnesses/);
  });

  it('says what is wrong with one that was changed, and with another key', async () => {
    await check(statement.replace('\\"700\\"', '\\"900\\"'));
    assert.match((await screen.findByRole('alert')).textContent ?? '', /Not proven.*not in the log: it was changed/);
  });

  it('shows the life of a gift code', async () => {
    await check(codeProof);
    assert.ok(await screen.findByText('The life of the code is proven'));
    assert.ok(screen.getByText(/^The code ending 1234 \(Gift card · 10, order .+\) was bought on .+ and revealed on/));
    assert.ok(screen.getByText('1234'));
    assert.ok(screen.getByText('Allocated'));
  });

  it('says so where the key is none', async () => {
    await check(statement, 'shop.example/tlog');
    assert.match((await screen.findByRole('alert')).textContent ?? '', /no verifier key/);
  });
});
