import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { sealContext } from '#bff/kit/ports/sealed-values.ts';
import { leafHash, rootFrom, rootOf } from '#core/proofs/check/merkle.ts';
import { type KeyRing, sealPacked } from '#infra/adapters/crypto/seal.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import type { EventRecord } from '#infra/adapters/eventstore/read-messages.ts';
import { migrate } from '#infra/adapters/postgres/migrate.ts';
import { createOrderedWriter } from '#infra/move/copy-log.ts';
import { readLog } from '#infra/move/raw-log.ts';
import { startTestStack, type TestStack } from '#infra/proof/testing/stack.ts';
import { accountFor, problemsOfKeys } from './account-for.ts';
import { type ReadBack, readBack } from './read-back.ts';

const KEYS = { current: { id: 1, key: randomBytes(32) }, retired: [] };
const ORDERS = 700;

const placed = (orderId: string): EventRecord => ({
  ...{ streamId: `order-${orderId}`, revision: 0n, id: randomUUID(), type: 'OrderPlaced', isJson: true },
  ...{ position: 0n, createdMs: 0, data: Buffer.from('{}') },
  metadata: Buffer.from(JSON.stringify({ hash: randomBytes(32).toString('hex') })),
});

describe('a log of more events than a tile of its tree', () => {
  let stack: TestStack;
  let database: pg.Client;
  let statements = 0;
  let back: ReadBack;
  const leaves: Uint8Array[] = [];
  const orders = Array.from({ length: ORDERS }, () => randomUUID());

  before(async () => {
    stack = await startTestStack();
    await migrate(stack.databaseUrl);
    const client = createEventStoreClient(stack.eventstoreUrl);
    const writer = createOrderedWriter(client);
    for (const id of orders.slice(1)) await writer.write([placed(id)]);
    await writer.finish();
    database = new pg.Client({ connectionString: stack.databaseUrl });
    await database.connect();
    back = await readBack(client, database, new AbortController().signal);
    for await (const { metadata } of readLog(client, undefined))
      leaves.push(leafHash(Buffer.from(JSON.parse(metadata.toString()).hash, 'hex')));
    await client.dispose();
    const answers = orders.map((id) => {
      const answerId = randomUUID();
      return {
        answerId,
        sealed: sealPacked(KEYS, JSON.stringify({ order: { id } }), sealContext('keptAnswer', answerId)),
      };
    });
    await database.query(
      `insert into app.idempotency_key (actor, key, call, body_hash, status, answer_id, response_sealed)
        select 'customer:one', id::text, 'POST /api/checkout', '', 201, id, sealed from unnest($1::uuid[], $2::bytea[]) as answer (id, sealed)`,
      [answers.map(({ answerId }) => answerId), answers.map(({ sealed }) => sealed)],
    );
    const query = database.query.bind(database);
    database.query = ((...given: Parameters<typeof query>) => {
      statements += 1;
      return query(...given);
    }) as typeof query;
  });
  after(async () => {
    await database.end();
    await stack.stop();
  });

  it('gives the hashes that prove any head of it', async () => {
    for (const size of [1, 255, 256, 257, 600, leaves.length])
      assert.deepEqual(await rootFrom(back.readHashes, size), rootOf(leaves.slice(0, size)), `${size} events`);
  });

  it('is compared with all kept answers at once, and those that it does not have are named', async () => {
    const { answers, problems } = await accountFor(database, KEYS);
    assert.equal(answers, ORDERS - 1);
    assert.deepEqual(problems, [`Somebody was told that order ${orders[0]} was taken, and the log does not have it.`]);
    assert.ok(statements < 20, `${statements} statements for ${ORDERS} answers`);
  });

  it('lacks more orders than it names: then it is said how many more', async () => {
    await database.query("drop table told; delete from log_document where kind = 'order'");
    const { problems } = await accountFor(database, KEYS);
    const sentence = /^Somebody was told that order \S+ was taken, and the log does not have it\.$/;
    const [others] = problems.filter((problem) => !sentence.test(problem));
    assert.equal(others, `… and ${ORDERS - (problems.length - 1)} more.`);
  });

  it('has answers under a key that is not there: they are counted, and so are those under another key of its number', async () => {
    const current = { id: 2, key: randomBytes(32) };
    const problem = /^DATA_ENCRYPTION_KEYS are not those of the store: (\S+) values .* under its key (\d+), and/;
    const namedBy = async (keys: KeyRing) =>
      (await problemsOfKeys(database, keys)).map((text) => problem.exec(text)?.slice(1));
    assert.deepEqual(await namedBy(KEYS), []);
    assert.deepEqual(await namedBy({ current, retired: [] }), [[String(ORDERS), '1']]);
    assert.deepEqual(await namedBy({ current: { ...KEYS.current, key: randomBytes(32) }, retired: [] }), [
      [String(ORDERS), '1'],
    ]);
    const { rows } = await database.query<{ id: string }>('select answer_id as id from app.idempotency_key limit 1');
    const [{ id } = assert.fail('there is an answer')] = rows;
    const sealed = sealPacked({ current, retired: [] }, '{}', sealContext('keptAnswer', id));
    await database.query('update app.idempotency_key set response_sealed = $1 where answer_id = $2', [sealed, id]);
    assert.deepEqual(await namedBy(KEYS), [['1', '2']]);
  });
});
