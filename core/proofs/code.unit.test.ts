import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { createTestLedger, fundedWallet, orderLine, placedOrder } from '#core/testing/test-ledger.ts';
import { checkAnyProof } from './check/proof-file.ts';
import { codeInWords } from './check/words.ts';
import { type CodeOfOrder, codesRootOf, proveCode } from './code.ts';
import { notarise } from './notary/notary.ts';
import { createMemoryLogBook } from './notary/testing/memory-log-book.ts';
import { createSigner } from './sign.ts';

type Part = { event: string; proof: string; codes?: string[]; shown?: { index: number; path: string[] } };

describe('the proof of a code', async () => {
  const test = createTestLedger();
  const signer = createSigner('shop.example/tlog', Buffer.alloc(32, 4));
  const codes: CodeOfOrder[] = [];
  const key = (await signer).key;
  const walletId = await fundedWallet(test, 10_000n);
  const lines = [orderLine('steam', 3, 1_000n), orderLine('xbox', 1, 1_000n)];
  for (const [at, { lineId, variantId }] of [...Array(3).fill(lines[0]), lines[1]].entries()) {
    const code = { codeId: randomUUID(), lineId, lastFour: `000${at}` };
    codes.push({ ...code, digest: createHash('sha256').update(`${at}`).digest('hex') });
    test.stock.add(variantId, [code.codeId]);
  }
  const orderId = await placedOrder(test, walletId, lines);

  const codeAt = (at: number): CodeOfOrder => {
    const code = codes[at];
    assert.ok(code);
    return code;
  };
  const prove = async (wanted: CodeOfOrder) => {
    const book = createMemoryLogBook();
    await notarise({
      store: test.store,
      book,
      origin: 'shop.example/tlog',
      signersOf: () => [signer] as const,
    });
    return await proveCode(test.store.readStream(`order-${orderId}`), codes, wanted, book.provable());
  };
  const check = async (file: string | undefined) => {
    const checked = await checkAnyProof(file ?? '', key);
    assert.ok(checked.kind === 'code');
    return checked;
  };

  it('tells its life, and before it was shown not how it ends', async () => {
    const unseen = await prove(codeAt(1));
    assert.doesNotMatch(unseen ?? '', /"ending"|"digest"/);
    const checked = await check(unseen);
    assert.deepEqual(
      [checked.ending, checked.steps.map(({ what }) => what)],
      [undefined, ['bought', 'paid', 'allocated']],
    );

    await test.send({ type: 'RevealCodes', orderId, codes: 4, codesRoot: await codesRootOf(codes) });
    for (const code of codes) {
      const { ending, steps } = await check(await prove(code));
      assert.deepEqual([ending, steps.at(-1)?.what, steps.at(-1)?.by], [code.lastFour, 'revealed', 'administrator']);
    }
    const words = codeInWords(await check(await prove(codeAt(1))));
    assert.match(
      words,
      /^The code ending 0001 \(.+, order .+\) was bought on .+ UTC, paid on .+, allocated on .+ and revealed on/,
    );
  });

  it('says nothing of the other codes but their ids', async () => {
    const file = (await prove(codeAt(1))) ?? '';
    for (const other of codes.filter((code) => code !== codeAt(1))) {
      assert.ok(!file.includes(other.digest));
      assert.ok(!file.includes(`"${other.lastFour}"`));
    }
  });

  it('takes a look of before codes had digests for one at all of them, or says that it may be', async () => {
    await test.send({ type: 'RevealCodes', orderId, codes: 4 });
    await test.send({ type: 'RevealCodes', orderId, codes: 2 });
    const { steps } = await check(await prove(codeAt(0)));
    assert.deepEqual(
      steps.slice(-3).map(({ what }) => what),
      ['revealed', 'revealed', 'looked'],
    );
  });

  it('of an order of many codes hashes them once, whatever number of looks it has, and is bounded', async () => {
    const own = createTestLedger();
    const wallet = await fundedWallet(own, 100_000n);
    const line = orderLine('steam', 600, 100n);
    let read = 0;
    const many = Array.from({ length: 600 }, (): CodeOfOrder => {
      const digest = randomUUID().replaceAll('-', '').repeat(2);
      const code = { codeId: randomUUID(), lineId: line.lineId, lastFour: '0001' };
      return Object.defineProperty({ ...code, digest }, 'digest', {
        enumerable: true,
        get: () => {
          read += 1;
          return digest;
        },
      });
    });
    own.stock.add(
      'steam',
      many.map(({ codeId }) => codeId),
    );
    const id = await placedOrder(own, wallet, [line]);
    const codesRoot = await codesRootOf(many);
    for (let look = 0; look < 5; look += 1) await own.send({ type: 'RevealCodes', orderId: id, codes: 600, codesRoot });
    const book = createMemoryLogBook();
    await notarise({
      store: own.store,
      book,
      origin: 'shop.example/tlog',
      signersOf: () => [signer] as const,
    });
    read = 0;
    const [first] = many;
    assert.ok(first);
    const file = await proveCode(own.store.readStream(`order-${id}`), many, first, book.provable());
    assert.ok(read <= 601, `${read} leaves`);
    const checked = await check(file);
    assert.equal(checked.steps.filter(({ what }) => what === 'revealed').length, 5);
    const stored = own.store.events.find(({ streamId }) => streamId === `order-${id}`);
    assert.ok(stored);
    async function* looks() {
      for (let at = 0; at <= 20_000; at += 1) yield { ...stored, revision: BigInt(at) } as never;
    }
    await assert.rejects(proveCode(looks(), many, first, book.provable()), /may have 20,000 events/);
  });

  it('proves nothing once it was changed', async () => {
    const sound = JSON.parse((await prove(codeAt(0))) ?? '');
    const spoiled: Record<string, object> = {
      'another ending': { code: { ...sound.code, ending: '9999' } },
      'another code': { code: { ...sound.code, id: codeAt(1).codeId } },
      'another line': { line: codeAt(3).lineId },
      'an event left out': { events: sound.events.toSpliced(1, 1) },
      'the first left out': { events: sound.events.slice(1) },
      'no allocation': { events: sound.events.map(({ codes, ...rest }: Part) => rest) },
      'a look that is hidden': { events: sound.events.map(({ shown, ...rest }: Part) => rest) },
      'an event that was changed': {
        events: sound.events.map((part: Part) => ({ ...part, event: part.event.replace('1000', '9000') })),
      },
    };
    await check(JSON.stringify(sound));
    for (const [name, change] of Object.entries(spoiled)) {
      await assert.rejects(check(JSON.stringify({ ...sound, ...change })), Error, name);
    }
  });
});
