import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { SignedIn } from '#bff/contract/identity/auth.ts';
import { createOutput } from '#core/cli/output.ts';
import { verify } from '#core/cli/verify.ts';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { RELEASES, type Release } from '#infra/adapters/postgres/releases.ts';
import type { Certificate } from '#infra/backup/bring-back/certificate.ts';
import { tableState } from '#infra/backup/bring-back/write-tables.ts';
import { listSets, readSet } from '#infra/backup/store/manifest.ts';
import * as drill from '#infra/backup/testing/drill.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { createProduct } from '../api/catalogue.ts';
import { fund, walletsOf } from '../api/customers.ts';
import { buy } from '../api/shopping.ts';
import { assertStatus, startTestApp, type TestApp } from '../api/test-app.ts';
import { type Figures, figuresOf } from './figures.ts';
import { type Fixture, listFixtures, migrationsOf, readFixture } from './fixture.ts';
import { FIXTURE_KEYS, unsealFixture } from './keys.ts';

after(drill.stopAll);

const versions = await listFixtures();

describe('the table of releases', () => {
  it('has each release that left its data, with its last migration', async () => {
    const rows = RELEASES as readonly Release[];
    for (const version of versions.filter((each) => /^\d+\.\d+\.\d+$/.test(each)))
      assert.equal((await migrationsOf(version)).at(-1), rows.find((row) => row.version === version)?.lastMigration);
  });
});

for (const version of versions) {
  describe(`the data of ${version}, in this version`, () => {
    let fixture: Fixture;
    let certificate: Certificate;
    let found: Figures;
    let place: Awaited<ReturnType<typeof drill.emptyStores>>;
    let test: TestApp;
    before(async () => {
      fixture = await readFixture(version);
      const { dataKeys, eventMacs } = FIXTURE_KEYS;
      const heads = [{ ...fixture.head, source: 'the notary of then' }];
      place = await drill.emptyStores();
      const given = { dataKeys, eventMacs, heads, unseal: unsealFixture };
      certificate = await drill.bringBack(fixture.backup, place, given);
      found = await figuresOf(place);
      // An owner sets seller and accounts where the version of then had no settings.
      test = await startTestApp({ dataKeys, eventMacs, on: place });
    });
    after(() => test.stop());

    it('are whole: nothing is wrong with the books, and the head that was signed then covers the log', () => {
      assert.deepEqual(certificate.problems, []);
      assert.deepEqual(
        certificate.heads.map(({ verdict }) => verdict),
        ['covered'],
      );
    });

    it('have each event and document, and each balance to the cent', () => {
      assert.deepEqual(found, fixture.figures);
    });

    it('verify: every hash, every signature', async () => {
      const lines: string[] = [];
      const sink = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
      const output = createOutput(sink, sink);
      const client = createEventStoreClient(place.eventstoreUrl);
      await verify(createEventStoreDb(client, FIXTURE_KEYS.eventMacs), output, {});
      await client.dispose();
      await output.end();
      assert.match(lines.join(''), /every hash fits, and a part of the store wrote each of them/);
    });

    it('serve: a customer of then signs in, sees the orders of then, and buys', async () => {
      const { email, password } = SIGN_INS.customer;
      const answer = await test.app.inject({ method: 'POST', url: '/api/auth/sign-in', payload: { email, password } });
      assertStatus(answer, 200);
      const { access_token, user } = SignedIn.parse(answer.json());
      const headers = { authorization: `Bearer ${access_token}` };
      const get = async (url: string) => {
        const got = await test.app.inject({ url, headers });
        assertStatus(got, 200);
        return got;
      };
      const { data: orders } = (await get('/api/orders')).json();
      await get(`/api/orders/${orders.at(-1).id}`);
      const customer = { ...user, customerId: user.id, wallets: walletsOf(user.id), token: access_token, headers };
      await fund(test, customer, 'EUR', 10_000n);
      const { variantId } = await createProduct(test, { codes: 1, priceMinor: 1_000n });
      const order = await buy(test, customer, { walletId: customer.wallets.EUR, variantId });
      await get(`/api/orders/${order.id}/download-codes`);
      await get(`/api/orders/${order.id}/download-invoice`);
    });
  });
}

it('a backup of before the first release is refused with what to do, and nothing is written', async () => {
  const { backup } = await readFixture('0.2.0');
  const [name = ''] = await listSets(backup);
  const set = await readSet(backup, name, FIXTURE_KEYS.eventMacs);
  const { url, drop } = await createTestDatabase();
  const database = new pg.Client(url);
  await database.connect();
  try {
    const older = { ...set, migrations: set.migrations.filter((each) => each < '0332') };
    await assert.rejects(tableState(database, older), /Start 0\.2\.0 first.*A backup of then is restored with 0\.2\.0/);
    assert.equal(await tableState(database, set), 'empty');
  } finally {
    await database.end();
    await drop();
  }
});
