import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { parse } from 'pg-connection-string';
import { z } from 'zod';
import { ensureCertificate } from '#infra/adapters/crypto/certificates.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';
import { createDatabasePool, createPgPool, sql, stateOf } from './pool.ts';

/** A TCP door to the test cluster's socket that can stop passing bytes on, without closing. */
async function startRelay(databaseUrl: string) {
  const { host, port, database, user } = parse(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = createConnection(`${host}/.s.PGSQL.${port || 5432}`);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.on('data', (bytes) => isSilent || to.write(bytes));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgresql://${user ?? ''}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    fallSilent: () => {
      isSilent = true;
    },
    answer: () => {
      isSilent = false;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The test cluster behind a certificate, as Postgres speaks TLS: a request, one byte, then the handshake. */
async function startTlsDoor(databaseUrl: string, files: { readonly cert: string; readonly key: string }) {
  const { host, port, database, user } = parse(databaseUrl);
  const [cert, key] = [await readFile(files.cert), await readFile(files.key)];
  const server = createServer((near) => {
    near.once('data', () => {
      near.write('S');
      const open = new TLSSocket(near, { isServer: true, cert, key });
      const far = createConnection(`${host}/.s.PGSQL.${port || 5432}`);
      open.on('error', () => far.destroy()).on('close', () => far.destroy());
      far.on('error', () => open.destroy()).on('close', () => open.destroy());
      open.pipe(far).pipe(open);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgresql://${user ?? ''}@localhost:${(server.address() as AddressInfo).port}/${database}`,
    stop: () => server.close(),
  };
}

describe('the pools', async () => {
  const database = await createTestDatabase();
  const pool = await createDatabasePool(database.url, { maxConnections: 2 });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  it('stop waiting for a server that falls silent, and go on with another connection', async () => {
    const relay = await startRelay(database.url);
    const relayed = createPgPool(relay.url, {
      maxConnections: 1,
      applicationName: 'test-silent',
      onIdleError: () => undefined,
      statementTimeoutMs: 1_000,
    });
    await relayed.query('select 1');
    relay.fallSilent();
    await assert.rejects(relayed.query('select 1'), /Query read timeout/);
    relay.answer();
    assert.equal((await relayed.query('select 1 as one')).rows[0].one, 1);
    await relayed.end();
    relay.stop();
  });

  it("verify a server's certificate by an authority of one's own", async () => {
    const dir = await makeThrowawayDir('tls');
    const [own, other] = await Promise.all(
      ['own', 'other'].map((name) => ensureCertificate(`${dir.path}/${name}`, ['localhost'])),
    );
    assert.ok(own && other);
    const door = await startTlsDoor(database.url, own);
    const answers = async ({ ca }: { readonly ca: string }) => {
      const url = `${door.url}?sslmode=verify-full&sslrootcert=${ca}`;
      const secure = await createDatabasePool(url, { maxConnections: 1 });
      return secure.oneFirst(sql.type(z.object({ one: z.int() }))`select 1 as one`).finally(() => secure.end());
    };
    assert.equal(await answers(own), 1);
    await assert.rejects(answers(other), /certificate|signature/);
    door.stop();
    await dir.remove();
  });

  it('keep money and rates exact, and times as dates', async () => {
    const row = await pool.one(
      sql.type(
        z.object({ big: z.bigint(), none: z.null(), rate: z.string(), at: z.date() }),
      )`select 9007199254740993::int8 as big, null::int8 as none, 1.10::numeric as rate, now() as at`,
    );
    assert.equal(row.big, 9007199254740993n);
    assert.equal(row.rate, '1.10');
  });

  it('refuse a row that is not of the declared shape', async () => {
    await assert.rejects(pool.one(sql.type(z.object({ id: z.string() }))`select 1 as id`));
  });

  it('prepare a statement that comes back, by name', async () => {
    const single = await createDatabasePool(database.url, { maxConnections: 1 });
    const names = sql.type(z.object({ name: z.string() }))`select name from pg_prepared_statements`;
    assert.deepEqual(await single.any(names), []);
    for (let use = 0; use < 3; use += 1) await single.any(names);
    assert.equal((await single.any(names)).length, 1);
    await single.end();
  });

  it('plan a search each time, for what is searched', async () => {
    const single = await createDatabasePool(database.url, { maxConnections: 1 });
    const Found = z.object({ name: z.string() });
    const search = (term: string) =>
      single.any(sql.type(Found)`select relname::text as name from pg_class where relname ilike ${`${term}%`}`);
    for (let use = 0; use < 5; use += 1) assert.ok((await search('pg_database')).length > 0);
    assert.deepEqual(await single.any(sql.type(Found)`select name from pg_prepared_statements`), []);
    await single.end();
  });

  it('go on where tables were replaced, even by others of other columns', async () => {
    const single = await createDatabasePool(database.url, { maxConnections: 1 });
    const replaceBy = (column: 'int' | 'text') =>
      single.query(
        column === 'int'
          ? sql.unsafe`create table replaced (value int)`
          : sql.unsafe`create table replaced (value text)`,
      );
    const drop = () => single.query(sql.unsafe`drop table replaced`);
    const read = () => single.any(sql.type(z.object({ value: z.unknown() }))`select value from replaced`);
    await replaceBy('int');
    for (let use = 0; use < 5; use += 1) await read();
    // Given a table in place of the one that the statement was prepared for: it is prepared again.
    await drop();
    await replaceBy('int');
    assert.deepEqual(await read(), []);
    // Given one of another type: one caller is refused, and the next has a connection without that statement.
    await drop();
    await replaceBy('text');
    await assert.rejects(read(), /cached plan must not change result type/);
    assert.deepEqual(await read(), []);
    await single.end();
  });

  it('give the same types from pg', async () => {
    const plain = createPgPool(database.url, {
      maxConnections: 1,
      applicationName: 'test',
      // When the database is dropped in the end, it may still close a connection that is ending.
      onIdleError: () => undefined,
    });
    const { rows } = await plain.query(
      'select 9007199254740993::int8 as big, null::int8 as none, 1.10::numeric as rate, now() as at',
    );
    await plain.end();
    assert.equal(rows[0].big, 9007199254740993n);
    assert.equal(rows[0].none, null);
    assert.equal(rows[0].rate, '1.10');
    assert.ok(rows[0].at instanceof Date);
  });

  it('say how many connections work, wait to be used, and are waited for', async () => {
    const slonik = await createDatabasePool(database.url, { maxConnections: 1 });
    const plain = createPgPool(database.url, {
      maxConnections: 1,
      applicationName: 'test',
      onIdleError: () => undefined,
    });
    const taken = Promise.withResolvers<() => void>();
    const held = slonik.connect(async (client) => {
      await client.query(sql.unsafe`select 1`);
      await new Promise<void>((free) => taken.resolve(free));
    });
    const [free, client] = [await taken.promise, await plain.connect()];
    const late = [slonik.query(sql.unsafe`select 1`), plain.query('select 1')];
    for (const each of [slonik, plain]) assert.deepEqual(stateOf(each), { used: 1, idle: 0, most: 1, waiting: 1 });
    free();
    client.release();
    await Promise.all([held, ...late]);
    for (const each of [slonik, plain]) assert.deepEqual(stateOf(each), { used: 0, idle: 1, most: 1, waiting: 0 });
    // Who is just being given the idle one does not wait.
    const given = plain.query('select 1');
    assert.equal(stateOf(plain).waiting, 0);
    await given;
    await Promise.all([slonik.end(), plain.end()]);
  });

  it('report a connection that breaks while idle, without what could cancel its statements', async () => {
    const { promise: reported, resolve: report } = Promise.withResolvers<Error>();
    const plain = createPgPool(database.url, { maxConnections: 1, applicationName: 'test', onIdleError: report });
    const { rows } = await plain.query('select pg_backend_pid() as pid');
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await other.end();
    assert.ok(!('client' in (await reported)));
    await plain.end();
  });
});
