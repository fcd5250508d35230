import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { SEALED_VALUES } from '#bff/kit/ports/sealed-values.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createCodeStore } from '#infra/adapters/stock/codes.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { createCustomerKeys, createNoteCipher } from './customer-keys.ts';
import { manageDataKeys } from './data-keys.ts';
import { open } from './seal.ts';

const CODES = 1_200;

describe('keys of the data', async () => {
  let isOver = false;
  const database = await createTestDatabase();
  const onIdleError = (error: Error) => isOver || assert.ifError(error);
  const pool = createPgPool(database.url, { maxConnections: 8, applicationName: 'test', onIdleError });
  after(async () => {
    isOver = true;
    await pool.end();
    await database.drop();
  });

  /** The keys that the parts have once these variables are set. */
  const ringOf = (variables: { readonly DATA_ENCRYPTION_KEYS: string }) =>
    loadConfig(
      {
        DATABASE_URL: database.url,
        EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
        SMTP_URL: 'smtp://127.0.0.1:1',
        JWT_SECRET: 'a'.repeat(32),
        ADMIN_JWT_SECRET: 'b'.repeat(32),
        ...variables,
      },
      'tools',
    ).dataKeys;
  const variablesOf = (lines: readonly string[]) =>
    Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) as { DATA_ENCRYPTION_KEYS: string };

  async function newVariant(): Promise<string> {
    const { rows } = await pool.query(
      `with product as (insert into app.product (id, name, category, region) values ($1, 'Steam', 'Games', 'Europe') returning id)
       insert into app.product_variant (id, product_id, name, price_minor, currency)
       select $2, id, '50 EUR', 4900, 'EUR' from product returning id`,
      [randomUUID(), randomUUID()],
    );
    return rows[0].id;
  }

  it('are known for every column that holds a sealed value', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'app' and table_type = 'BASE TABLE' and data_type = 'bytea' and column_name like '%sealed' order by 1`,
    );
    const known = Object.values(SEALED_VALUES).map(({ table, column }) => `${table}.${column}`);
    assert.deepEqual(
      rows.map(({ name }) => name),
      known.toSorted(),
    );
  });

  it('change under load: all is sealed again and opens, the old key can go, and a known code stays known', async () => {
    const first = ringOf({ DATA_ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}` });
    const codes = Array.from({ length: CODES }, () => randomBytes(8).toString('hex'));
    const [variant, other] = [await newVariant(), await newVariant()];
    await createCodeStore({ pool, keys: first }).addCodes(variant, codes);
    const customer = randomUUID();
    const note = await createNoteCipher(createCustomerKeys({ pool, keys: first })).encrypt(customer, 'By the window');
    assert.deepEqual(await manageDataKeys(pool, first).status(), [{ id: 1, state: 'current', values: CODES + 2 }]);

    const rotated = await manageDataKeys(pool, first).rotate();
    assert.equal(rotated.id, 2);
    const both = ringOf(variablesOf(rotated.variables));
    assert.deepEqual([both.current.id, both.retired.map(({ id }) => id)], [2, [1]]);

    // Parts that were not restarted yet still use the first key, beside others with the second.
    const more = Array.from({ length: CODES }, () => randomBytes(8).toString('hex'));
    const [{ resealed }] = await Promise.all([
      manageDataKeys(pool, both).reseal(() => {}),
      createCodeStore({ pool, keys: first }).addCodes(variant, more.slice(0, CODES / 2)),
      createCodeStore({ pool, keys: both }).addCodes(variant, more.slice(CODES / 2)),
    ]);
    assert.ok(resealed >= CODES + 2);
    assert.deepEqual((await manageDataKeys(pool, both).reseal(() => {})).left, []);
    assert.equal((await manageDataKeys(pool, both).reseal(() => {})).resealed, 0, 'a repetition has nothing to do');
    const [retired] = await manageDataKeys(pool, both).status();
    assert.deepEqual(retired, { id: 1, state: 'retired', values: 0 });

    const second = { current: both.current, retired: [] };
    const { rows } = await pool.query<{ id: string; code_sealed: Buffer }>('select id, code_sealed from app.gift_code');
    const opened = rows.map(({ id, code_sealed }) => open(second, code_sealed, `gift-code:${id}`).toString());
    assert.deepEqual(new Set(opened), new Set([...codes, ...more]));
    assert.equal(
      await createNoteCipher(createCustomerKeys({ pool, keys: second })).decrypt(customer, note),
      'By the window',
    );

    const again = await createCodeStore({ pool, keys: second }).addCodes(other, [codes[7] ?? '', 'NEW-0001-0002']);
    assert.deepEqual(again, { added: 1, duplicates: 1, duplicateIndexes: [0] }, 'under another product too');
    const next = await manageDataKeys(pool, both).rotate();
    assert.deepEqual(
      ringOf(variablesOf(next.variables)).retired.map(({ id }) => id),
      [2],
      'what seals nothing goes',
    );
  });

  it('that are missing leave their values as they are, and each is named', async () => {
    const stranger = ringOf({ DATA_ENCRYPTION_KEYS: `9:${randomBytes(32).toString('base64')}` });
    const before = await manageDataKeys(pool, stranger).status();
    assert.deepEqual(
      before.map(({ id, state }) => [id, state]),
      [
        [2, 'not configured'],
        [9, 'current'],
      ],
    );
    const { resealed, left } = await manageDataKeys(pool, stranger).reseal(() => {});
    assert.equal(resealed, 0);
    assert.equal(left.length, before[0]?.values);
    assert.match(left[0] ?? '', /^customerKey .*sealed under key 2, which is not configured/);
    assert.deepEqual(await manageDataKeys(pool, stranger).status(), before);
  });
});
