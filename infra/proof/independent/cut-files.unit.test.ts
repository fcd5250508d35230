import assert from 'node:assert/strict';
import { createHash, randomUUID, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { formatVerifierKey, parseNote, SIGNATURE, signatureLine } from '#core/proofs/check/note.ts';
import { checkAnyProof } from '#core/proofs/check/proof-file.ts';
import type { Witnesses } from '#core/proofs/check/proven-events.ts';
import { closingTimeOf, codeInWords, statementInWords } from '#core/proofs/check/words.ts';
import { codesRootOf, proveCode } from '#core/proofs/code.ts';
import { notarise } from '#core/proofs/notary/notary.ts';
import { createMemoryLogBook } from '#core/proofs/notary/testing/memory-log-book.ts';
import { createSigner, signCheckpoint } from '#core/proofs/sign.ts';
import { type ProvableLog, proveStatement } from '#core/proofs/statement.ts';
import { approvedDeposit, createTestLedger, fundedWallet, orderLine, placedOrder } from '#core/testing/test-ledger.ts';
import { checkCodeAlone, checkStatementAlone } from './check-statement.ts';

const ORIGIN = 'shop.example/tlog';
const SIGNED_AT = '2027-01-02T03:00:00.000Z';

/** Files under a head, and what each of them proves. */
async function scene() {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 10_000n);
  const line = orderLine('steam', 1, 1_000n);
  const code = { codeId: randomUUID(), lineId: line.lineId, lastFour: '1234', digest: sha('1234') };
  test.stock.add('steam', [code.codeId]);
  const orderId = await placedOrder(test, walletId, [line]);
  await approvedDeposit(test, walletId, 700n);
  const signer = createSigner(ORIGIN, Buffer.alloc(32, 4));
  const book = createMemoryLogBook();
  const run = () =>
    notarise({ store: test.store, book, origin: ORIGIN, clock: () => new Date(SIGNED_AT), signersOf: () => [signer] });
  const events = () => test.store.readStream(`wallet-${walletId}`);
  const proveLife = (log: ProvableLog) => proveCode(test.store.readStream(`order-${orderId}`), [code], code, log);
  const timeOf = async (at: number) =>
    (await listOf(events())).map(({ metadata }) => (metadata as { time: string }).time)[at] ?? '';
  return { test, walletId, orderId, code, signer, book, run, events, proveLife, timeOf };
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

/** A head as it was signed before streams had ends. */
const withoutEnds = (log: ProvableLog, signer: ReturnType<typeof createSigner>): ProvableLog => {
  const [origin = '', size = '', root = ''] = parseNote(log.note).text.split('\n');
  const head = { origin, size: Number(size), root: Uint8Array.from(Buffer.from(root, 'base64')) };
  return { ...log, note: signCheckpoint(head, signer), findEnd: async () => undefined };
};

type File = { events: unknown[]; format: string; end?: object; next?: object; period?: object };
const cuts = (file: File): File[] => file.events.map((_, at) => ({ ...file, events: file.events.slice(0, at) }));

describe('a file that was cut short', async () => {
  const { test, walletId, orderId, code, signer, book, run, events, proveLife, timeOf } = await scene();
  const vkey = formatVerifierKey(signer.key);
  await run();
  const log = book.provable(vkey);
  const all = { from: null, to: null };
  const parsed = (text: string | undefined): File => JSON.parse(text ?? '');
  const check = async (file: File, witnesses?: Witnesses) => checkAnyProof(JSON.stringify(file), signer.key, witnesses);
  const checkStatement = async (file: File) => {
    const checked = await check(file);
    assert.ok(checked.kind === 'statement');
    return checked;
  };
  const refused = async (file: File, alone: (file: string, key: string) => unknown, name: string) => {
    await assert.rejects(check(file), Error, name);
    assert.throws(() => alone(JSON.stringify(file), vkey), Error, name);
  };

  it('is refused at every place, whatever its name for the format and its period are changed to', async () => {
    const statement = parsed(await proveStatement(events(), all, log));
    const life = parsed(await proveLife(log));
    assert.equal((await checkStatement(statement)).whole?.until, 'signing');
    for (const [whole, alone] of [
      [statement, checkStatementAlone],
      [life, checkCodeAlone],
    ] as const) {
      assert.equal((alone(JSON.stringify(whole), vkey) as { whole: boolean }).whole, true);
      for (const cut of [...cuts(whole), { ...whole, end: undefined }]) {
        const older = { ...cut, format: cut.format.replace('@v2', '@v1') };
        const sooner = cut.period && { ...cut, period: { from: null, to: await timeOf(1) } };
        for (const file of [cut, older, { ...older, end: undefined }, ...(sooner ? [sooner] : [])])
          await refused(file, alone, `${whole.format}, ${cut.events.length} events`);
      }
    }
  });

  it('is refused at every place of a period too, also with the events behind it named as the next', async () => {
    const period = { from: await timeOf(1), to: await timeOf(2) };
    const file = parsed(await proveStatement(events(), period, log));
    const checked = await checkStatement(file);
    assert.deepEqual([checked.whole?.until, closingTimeOf(checked)], ['next', period.to]);
    for (const [at, cut] of cuts(file).entries()) {
      await refused(cut, checkStatementAlone, `${at} events`);
      const withNext = { ...cut, next: file.events[at] as object };
      await refused(withNext, checkStatementAlone, `${at} events and the next`);
    }
    const longer = { ...file, period: { from: period.from, to: '2099-01-31T23:59:59.999Z' } };
    await refused(longer, checkStatementAlone, 'a longer period');
    const end = parsed(await proveStatement(events(), all, log)).end ?? {};
    await refused({ ...file, next: undefined, end }, checkStatementAlone, 'the end of another file');
    await refused({ ...file, period: { ...period, to: await timeOf(0) } }, checkStatementAlone, 'a shorter period');
  });

  it('says up to where it proves, and at what time the balance was that', async () => {
    const checked = await checkStatement(parsed(await proveStatement(events(), all, log)));
    assert.match(
      statementInWords(checked),
      /was the wallet’s last event when the log was signed on 2027-01-02 at 03:00/,
    );
    assert.equal(closingTimeOf(checked), SIGNED_AT);
    const open = { from: null, to: '2099-12-31T23:59:59.999Z' };
    assert.equal(closingTimeOf(await checkStatement(parsed(await proveStatement(events(), open, log)))), SIGNED_AT);
    const life = await check(parsed(await proveLife(log)));
    assert.ok(life.kind === 'code');
    assert.match(
      codeInWords(life),
      /^The code .* It was not revealed until the log was signed on 2027-01-02 at 03:00 UTC/,
    );
  });

  it('of before ends were signed is still proven, and says that what came after is not', async () => {
    const older = withoutEnds(log, signer);
    const statement = parsed(await proveStatement(events(), all, older));
    assert.equal(statement.format, 'giftledger-statement-proof@v1');
    for (const file of [statement, ...cuts(statement).slice(2)]) {
      // The last event of a file needs a proof, and each of them has one.
      const checked = await checkStatement(file);
      assert.match(statementInWords(checked), /What came after it is not proven, not even that nothing did/);
      assert.equal(closingTimeOf(checked), await timeOf(file.events.length - 1));
      assert.equal(checkStatementAlone(JSON.stringify(file), vkey).whole, false);
    }
    const life = await check(parsed(await proveLife(older)));
    assert.ok(life.kind === 'code');
    assert.doesNotMatch(codeInWords(life), /was not revealed/);
    assert.match(codeInWords(life), /it may have been revealed later/);
    const renamed = { ...statement, format: 'giftledger-statement-proof@v2' };
    await refused(renamed, checkStatementAlone, 'a newer format without an end');
  });

  it('shows how many newer events it does not have, by its own word', async () => {
    await approvedDeposit(test, walletId, 100n);
    const checked = await checkStatement(parsed(await proveStatement(events(), all, log)));
    assert.match(statementInWords(checked), /By the file’s own word, 1 newer event was not signed yet/);
    await run();
    const newer = book.provable(vkey);
    assert.ok(newer.size > log.size);
    assert.equal((await checkStatement(parsed(await proveStatement(events(), all, newer)))).notSignedYet, 0);
  });

  it('does not contradict itself about a look of before codes had digests', async () => {
    await test.send({ type: 'RevealCodes', orderId, codes: 1 });
    await run();
    const life = await check(parsed(await proveLife(book.provable(vkey))));
    assert.ok(life.kind === 'code');
    assert.match(codeInWords(life), / and revealed on /);
    assert.doesNotMatch(codeInWords(life), /not revealed/);
    await test.send({ type: 'RevealCodes', orderId, codes: 1, codesRoot: await codesRootOf([code]) });
    await run();
    const later = await check(parsed(await proveLife(book.provable(vkey))));
    assert.match(codeInWords(later as typeof life), /^The code ending 1234/);
  });

  it('keeps its cut by position where the clock of a part went back', async () => {
    const stream = await listOf(events());
    const times = ['01', '02', '05', '04', '06', '07'].map((day) => `2026-03-${day}T00:00:00.000Z`);
    // Only the order of times matters here, so the hashes are not made again.
    const late = stream.map((event, at) => ({
      ...event,
      metadata: { ...(event.metadata as object), time: times[at] ?? '2026-04-01T00:00:00.000Z' },
    })) as StoredEvent[];
    const file = parsed(
      await proveStatement(asStream(late), { from: null, to: '2026-03-04T12:00:00.000Z' }, book.provable(vkey)),
    );
    assert.equal(file.events.length, 2);
    assert.ok(file.next);
  });

  it('has no record inside of a proof, and may begin with a byte order mark', async () => {
    const statement = parsed(await proveStatement(events(), all, log));
    await checkAnyProof(`\uFEFF${JSON.stringify(statement)}`, signer.key);
    const extra = Buffer.from('anything').toString('base64');
    const spoiled = (statement.events as { event: string; proof: string }[]).map((each) => ({
      ...each,
      proof: each.proof.replace('\n', `\nextra ${extra}\n`),
    }));
    await assert.rejects(check({ ...statement, events: spoiled }), /must not/);
  });

  it('is demanded to be signed by witnesses', async () => {
    const witness = createSigner('witness.example/w1', Buffer.alloc(32, 8), SIGNATURE.cosignature);
    const other = createSigner('witness.example/w2', Buffer.alloc(32, 9), SIGNATURE.cosignature);
    const { text } = parseNote(log.note);
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(1_800_000_000n);
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime 1800000000\n${text}`), witness.privateKey);
    const line = signatureLine({ ...witness.key, signature: Buffer.concat([time, signature]) });
    const file = parsed(await proveStatement(events(), all, { ...log, note: log.note + line }));
    const demanding = (atLeast: number, ...keys: Witnesses['keys']) => check(file, { keys, atLeast });
    const checked = await demanding(1, witness.key, other.key);
    assert.deepEqual(checked.head.cosigned, [{ name: 'witness.example/w1', time: '2027-01-15T08:00:00.000Z' }]);
    await assert.rejects(
      demanding(2, witness.key, other.key),
      /1 of the 2 named witnesses, .* witness.example\/w2 did not/,
    );
    await assert.rejects(demanding(1, signer.key), /not that of a witness/);
    const untimed = signatureLine({ ...witness.key, signature: Buffer.concat([Buffer.alloc(8), signature]) });
    const forged = { ...log, note: log.note + untimed };
    const wrong = parsed(await proveStatement(events(), all, forged));
    await assert.rejects(check(wrong, { keys: [witness.key], atLeast: 1 }), /signature of .* is wrong/);
  });
});

async function* asStream(events: readonly StoredEvent[]) {
  yield* events;
}

async function listOf(events: AsyncIterable<StoredEvent>): Promise<StoredEvent[]> {
  const list: StoredEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}
