import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { openCheckpoint, parseCheckpointText } from '#core/proofs/check/checkpoint.ts';
import { leafHash, rootOf } from '#core/proofs/check/merkle.ts';
import {
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  SIGNATURE,
  signatureLine,
  verifyNote,
} from '#core/proofs/check/note.ts';
import { checkAnyProof } from '#core/proofs/check/proof-file.ts';
import { checkProofFile } from '#core/proofs/check/statement.ts';
import { NotaryRefusal } from '#core/proofs/notary/notary.ts';
import { createSigner, type Signer } from '#core/proofs/sign.ts';
import { parseEntriesTile } from '#core/proofs/tiles.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund } from '#infra/proof/api/customers.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { checkCodeAlone, checkMovementAlone, checkStatementAlone } from '#infra/proof/independent/check-statement.ts';
import { runNotary } from '#infra/wiring/run-notary.ts';
import { mailHeads } from './mail-heads.ts';
import { notaryState } from './notary-state.ts';
import { createNotaryWatch } from './watch-notary.ts';

/** A witness as c2sp.org/tlog-witness describes one; it implements what the tests need. */
async function startWitness(log: Signer['key'], witness: Signer) {
  let size = 0;
  let isAway = false;
  const bodies: string[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    const [, old = ''] = /^old (\d+)\n/.exec(body) ?? [];
    if (isAway) return void response.writeHead(503).end();
    if (Number(old) !== size)
      return void response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${size}\n`);
    const note = parseNote(body.slice(body.indexOf('\n\n') + 2));
    await verifyNote(note, log);
    size = parseCheckpointText(note.text).size;
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(1_700_000_000n);
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime 1700000000\n${note.text}`), witness.privateKey);
    response.end(signatureLine({ ...witness.key, signature: Buffer.concat([time, signature]) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    bodies,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forget: () => {
      size = 1;
    },
    setAway: (away: boolean) => {
      isAway = away;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('the published log', async () => {
  const notaryKey = Buffer.alloc(32, 7);
  const test = await startTestApp();
  const customer = await createCustomer(test);
  await fund(test, customer, 'USD', 10_000n);
  const log = createSigner('localhost:3000/tlog', notaryKey);
  const signer = createSigner('witness.example/w1', Buffer.alloc(32, 8), SIGNATURE.cosignature);
  const witnessKey = signer.key;
  const witness = await startWitness(log.key, signer);
  after(async () => {
    await test.stop();
    await witness.stop();
  });

  const get = (url: string, headers = {}) => test.app.inject({ url, headers });
  const settings = () => ({
    databaseUrl: test.databaseUrl,
    eventstoreUrl: test.eventstoreUrl,
    publicUrl: 'http://localhost:3000',
    eventMacs: undefined,
    notaryKeys: [notaryKey] as const,
    logHeadsTo: { folder: undefined, mails: [], witnesses: [{ key: formatVerifierKey(witnessKey), url: witness.url }] },
  });
  const notary = () => runNotary(settings());
  const proofUrl = (query = '') => `/api/wallets/${customer.wallets.USD}/statement-proof${query}`;

  it('says so while no head is signed', async () => {
    assertStatus(await get('/tlog/checkpoint'), 404);
    assertStatus(await get('/tlog/tile/0/000'), 404);
    assert.equal((await get(proofUrl(), customer.headers)).json().code, 'not_signed_yet');
  });

  it('has a head that witnesses sign too, and tiles that lead to it', async () => {
    const signed = await notary();
    assert.deepEqual(signed?.problems, []);
    const answer = await get('/tlog/checkpoint');
    assert.match(String(answer.headers['cache-control']), /max-age=5$/);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    const key = parseVerifierKey((await get('/tlog/key')).body);
    const head = await openCheckpoint(answer.body, key);
    assert.equal((await verifyNote(parseNote(answer.body), witnessKey)).length, 1);
    const leaves = await get(`/tlog/tile/0/000.p/${head.size}`);
    assert.match(String(leaves.headers['cache-control']), /immutable/);
    assert.equal(leaves.headers['content-type'], 'application/octet-stream');
    const entries = parseEntriesTile((await get(`/tlog/tile/entries/000.p/${head.size}`)).rawPayload);
    assert.deepEqual(Buffer.concat(entries.map(leafHash)), leaves.rawPayload);
    assert.deepEqual(rootOf(entries.map(leafHash)), head.root);
    for (const none of ['0/000', `0/000.p/${head.size + 1}`, '0/001.p/1', '1/000.p/1', '0/0', 'entries/x'])
      assertStatus(await get(`/tlog/tile/${none}`), 404);
  });

  it('grows with a proof for the witness, who need not be there', async () => {
    await fund(test, customer, 'USD', 2_500n);
    witness.setAway(true);
    assert.match((await notary())?.problems[0] ?? '', /witness\.example\/w1 did not sign: it answered 503/);
    assert.doesNotMatch((await get('/tlog/checkpoint')).body, /witness\.example/);
    const away = (await notaryState(test.deps.database)).witnesses[0];
    assert.deepEqual([away?.problem, away?.failing_since], ['it answered 503.', away?.asked_at]);
    assert.equal((await notary())?.problems.length, 1);
    const still = (await notaryState(test.deps.database)).witnesses[0];
    assert.equal(still?.failing_since, away?.failing_since);
    const watch = createNotaryWatch(test.deps);
    await watch();
    await watch();
    await test.deps.security.flush(true);
    const noted = await test.deps.database.any(
      sql.type(z.object({ detail: z.string(), times: z.int() }))`select detail, times from app.security_event
        where kind = 'witness-failed'`,
    );
    assert.deepEqual(noted, [{ detail: 'witness.example/w1: it answered 503.', times: 1 }]);
    witness.setAway(false);
    assert.deepEqual((await notary())?.problems, []);
    const { head, witnesses } = await notaryState(test.deps.database);
    assert.deepEqual([witnesses[0]?.problem, witnesses[0]?.failing_since], [null, null]);
    assert.deepEqual(head?.cosigned_by, ['witness.example/w1']);
    assert.match((await get('/tlog/checkpoint')).body, /witness\.example/);
    assert.match(witness.bodies.at(-1) ?? '', /^old [1-9]\d*\n([\w+/]+=*\n)+\nlocalhost:3000\/tlog\n/);
  });

  it('asks the same witnesses where a person signs it, whose settings name none', async () => {
    await fund(test, customer, 'USD', 100n);
    const signed = await runNotary(
      { ...settings(), logHeadsTo: { folder: undefined, mails: [], witnesses: [] } },
      { readLog: (store) => store.readAll({ prefixes: STREAM_PREFIXES }) },
    );
    assert.deepEqual(signed?.problems, []);
    assert.equal((await verifyNote(parseNote(signed?.note ?? ''), witnessKey)).length, 1);
    assert.ok((signed?.added ?? 0) > 0);
  });

  it('goes by mail to those who keep heads, each once', async () => {
    const addresses = ['auditor@firm.example', 'second@firm.example'];
    const sent = () => test.mails.filter(({ subject }) => subject.startsWith('Head of the ledger'));
    await mailHeads(test.deps, addresses);
    assert.equal(sent().length, 0, 'witnesses may still be signing');
    test.advance(120_000);
    await mailHeads(test.deps, addresses);
    await mailHeads(test.deps, addresses);
    assert.deepEqual(
      sent().map(({ to }) => to),
      addresses,
    );
    const note = (await get('/tlog/checkpoint')).body;
    assert.ok(sent()[0]?.text.includes(`\n\n${note}\n`));
    assert.match(note, /witness\.example/);
  });

  it('gives a customer a statement that a stranger can check', async () => {
    const key = (await get('/tlog/key')).body.trim();
    const file = await get(proofUrl(), customer.headers);
    assertStatus(file, 200);
    assert.match(String(file.headers['content-disposition']), /statement-.*\.proof\.json/);
    const checked = await checkProofFile(file.body, parseVerifierKey(key));
    assert.deepEqual([checked.opening, checked.closing, checked.currency], ['0.00', '126.00', 'USD']);
    assert.deepEqual(
      checked.lines.map(({ change, balance }) => [change, balance]),
      [
        ['100.00', '100.00'],
        ['25.00', '125.00'],
        ['1.00', '126.00'],
      ],
    );
    assert.deepEqual(checkStatementAlone(file.body, key), {
      opening: 0n,
      changes: [10_000n, 2_500n, 100n],
      closing: 12_600n,
      whole: true,
    });
    const later = await get(proofUrl('?start_date=2099-01-01'), customer.headers);
    const empty = await checkProofFile(later.body, parseVerifierKey(key));
    assert.deepEqual([empty.opening, empty.closing, empty.lines], ['126.00', '126.00', []]);
    assert.equal(checkStatementAlone(later.body, key).opening, 12_600n);
    const stranger = await createCustomer(test);
    assertStatus(await get(proofUrl(), stranger.headers), 404);
  });

  it('gives the same statement as a table, and as a document with the proof in it', async () => {
    const url = (format: string) => `/api/wallets/${customer.wallets.USD}/statement?format=${format}`;
    const table = await get(url('csv'), customer.headers);
    assertStatus(table, 200);
    assert.match(table.body, /Deposit,100\.00,100\.00,USD\r\n.*Deposit,25\.00,125\.00,USD\r\n.*126\.00,USD\r\n$/);
    const document = await get(url('pdf'), customer.headers);
    assertStatus(document, 200);
    assert.equal(document.headers['content-type'], 'application/pdf');
    assert.match(document.rawPayload.toString('latin1'), /\/EmbeddedFile[\s\S]*statement\.proof\.json/);
    // Before the wallet was opened the list is empty, and there still is a statement.
    const before = '&start_date=2020-01-01&end_date=2020-01-31';
    assert.match((await get(url('csv') + before, customer.headers)).body, /^\uFEFFDate \(UTC\),[^\n]*Currency\r\n$/);
    assertStatus(await get(url('pdf') + before, customer.headers), 200);
    const stranger = await createCustomer(test);
    assertStatus(await get(url('pdf'), stranger.headers), 404);
  });

  it('proves nothing of a statement that was changed, cut or mixed, to either program', async () => {
    const key = (await get('/tlog/key')).body.trim();
    const file = JSON.parse((await get(proofUrl(), customer.headers)).body);
    type Events = { event: string; proof?: string }[];
    const spoil: Record<string, (events: Events) => unknown> = {
      'an amount': (events) => events.map((each) => ({ ...each, event: each.event.replace('"10000"', '"90000"') })),
      'the last cut off': (events) => events.slice(0, -1),
      'a line left out': (events) => events.toSpliced(1, 1),
      'the first left out': (events) => events.slice(1),
      'a proof left out': (events) => events.map(({ event }) => ({ event })),
      'lines in another order': (events) => events.toReversed(),
      'the proof of another': (events) => events.map(({ event }) => ({ event, proof: events[0]?.proof })),
    };
    for (const [name, change] of Object.entries(spoil)) {
      const text = JSON.stringify({ ...file, events: change(file.events) });
      await assert.rejects(checkProofFile(text, parseVerifierKey(key)), Error, name);
      assert.throws(() => checkStatementAlone(text, key), Error, name);
    }
    const other = formatVerifierKey(createSigner('localhost:3000/tlog', Buffer.alloc(32, 9)).key);
    await assert.rejects(checkProofFile(JSON.stringify(file), parseVerifierKey(other)), /not signed by/);
  });

  it('gives one movement without the others', async () => {
    const key = (await get('/tlog/key')).body.trim();
    const [movement] = (await get('/api/transactions', customer.headers)).json().data;
    const proof = await get(`/api/transactions/${movement.id}/proof`, customer.headers);
    assertStatus(proof, 200);
    const checked = await checkProofFile(proof.body, parseVerifierKey(key));
    assert.deepEqual(
      checked.lines.map(({ change, document }) => [change, document]),
      [['1.00', movement.document.number]],
    );
    assert.equal((checkMovementAlone(proof.body, key) as { type: string }).type, 'WalletCredited');
    // As an amount, in quotes, because hashes contain such digits by chance.
    assert.doesNotMatch(proof.body, /"10000\\?"/);
    const stranger = await createCustomer(test);
    assertStatus(await get(`/api/transactions/${movement.id}/proof`, stranger.headers), 404);
  });

  it('gives a customer the life of one code that a stranger can check', async () => {
    const { variantId } = await createProduct(test, { codes: 3 });
    await fund(test, customer, 'USD', 100_000n);
    const order = await buy(test, customer, { walletId: customer.wallets.USD, variantId, quantity: 3 });
    const codes = (await get(`/api/orders/${order.id}/codes`, customer.headers)).json().data;
    const url = (id: string) => `/api/orders/${order.id}/codes/${id}/proof`;
    assert.equal((await get(url(codes[0].id), customer.headers)).json().code, 'not_signed_yet');
    assertStatus(await get(url(order.id), customer.headers), 404);

    assertStatus(await get(`/api/orders/${order.id}/download-codes`, customer.headers), 200);
    await notary();
    const key = (await get('/tlog/key')).body.trim();
    for (const { id, last_four } of codes) {
      const file = await get(url(id), customer.headers);
      assertStatus(file, 200);
      const checked = await checkAnyProof(file.body, parseVerifierKey(key));
      assert.ok(checked.kind === 'code');
      assert.deepEqual([checked.ending, checked.steps.at(-1)?.what], [last_four, 'revealed']);
      assert.deepEqual(checkCodeAlone(file.body, key), {
        ending: last_four,
        life: ['OrderPlaced', 'OrderPaid', 'OrderFulfilled', 'OrderCodesRevealed'],
        whole: true,
      });
      const changed = file.body.replace(`"ending": "${last_four}"`, '"ending": "none"');
      assert.throws(() => checkCodeAlone(changed, key), /it was not shown/);
    }
  });

  it('goes on from the last head at a start, and says what came after it', async () => {
    const whole = await runNotary(settings());
    await fund(test, customer, 'USD', 100n);
    const next = await runNotary(settings(), { mayGoOn: true });
    assert.equal(next?.size, (whole?.size ?? 0) + (next?.added ?? 0));
    assert.ok((next?.added ?? 0) > 0);
    const again = await runNotary(settings());
    assert.deepEqual([again?.added, again?.note], [0, next?.note]);
    const { rows } = await test.deps.database.query(
      sql.type(z.object({ is_whole: z.boolean() }))`select is_whole from notary.reading order by read_at desc limit 3`,
    );
    assert.deepEqual(
      rows.map(({ is_whole }) => is_whole),
      [true, false, true],
    );
  });

  it('is not signed where it is another one, and the owners are alerted', async () => {
    const client = new pg.Client({ connectionString: test.databaseUrl });
    await client.connect();
    await client.query("update notary.leaf set entry = sha256('other') where index = 1");
    await assert.rejects(notary(), NotaryRefusal);
    const watch = createNotaryWatch(test.deps);
    await watch();
    await watch();
    await test.deps.security.flush(true);
    const { rows } = await client.query("select detail, times from app.security_event where kind = 'log-not-signed'");
    await client.end();
    assert.equal(rows.length, 1);
    assert.equal(rows[0].times, 1);
    assert.match(rows[0].detail, /^Place 1 of the log/);
  });
});
