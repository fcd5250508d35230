import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { MAX_NOTE_LENGTH } from '#bff/contract/base/common.ts';
import { CustomerKeyErasedError, SealError } from '#bff/kit/ports/crypto.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { createCustomerKeys, createNoteCipher } from './customer-keys.ts';

describe('the note cipher', async () => {
  const keys = { current: { id: 1, key: randomBytes(32) }, retired: [] };
  const database = await createTestDatabase();
  const pool = createPgPool(database.url, { maxConnections: 4, applicationName: 'test', onIdleError: assert.ifError });
  const cipher = createNoteCipher(createCustomerKeys({ pool, keys }));
  after(async () => {
    await pool.end();
    await database.drop();
  });

  it('opens what it sealed, also in another process', async () => {
    const customer = randomUUID();
    const sealed = await cipher.encrypt(customer, 'Zapłacono częściowo');
    assert.equal(
      await createNoteCipher(createCustomerKeys({ pool, keys })).decrypt(customer, sealed),
      'Zapłacono częściowo',
    );
    assert.doesNotMatch(sealed, /Zapłacono/);
    assert.doesNotMatch(Buffer.from(sealed, 'base64').toString(), /Zapłacono/);
  });

  it('seals the same note to the same bytes, for one customer alone', async () => {
    const [anna, ben] = [randomUUID(), randomUUID()];
    const note = await cipher.encrypt(anna, 'Seen on the account');
    assert.equal(await cipher.encrypt(anna, 'Seen on the account'), note);
    assert.notEqual(await cipher.encrypt(anna, 'Seen on the account.'), note);
    assert.notEqual(await cipher.encrypt(ben, 'Seen on the account'), note);
  });

  it('seals the longest note in any script', async () => {
    const customer = randomUUID();
    for (const letter of ['汉', '한', 'ж', 'a']) {
      const note = letter.repeat(MAX_NOTE_LENGTH);
      assert.equal(await cipher.decrypt(customer, await cipher.encrypt(customer, note)), note);
    }
  });

  it('makes one key for a customer though two first notes race', async () => {
    const customer = randomUUID();
    const other = createNoteCipher(createCustomerKeys({ pool, keys }));
    const sealed = await Promise.all([cipher.encrypt(customer, 'one'), other.encrypt(customer, 'two')]);
    assert.deepEqual(await Promise.all(sealed.map((note) => other.decrypt(customer, note))), ['one', 'two']);
  });

  it("does not open one customer's note as another's", async () => {
    const [anna, ben] = [randomUUID(), randomUUID()];
    const note = await cipher.encrypt(anna, 'private');
    await assert.rejects(cipher.decrypt(ben, note), SealError);
    await cipher.encrypt(ben, 'other');
    await assert.rejects(cipher.decrypt(ben, note), SealError);
  });

  it('forgets for good when a key is erased', async () => {
    const customer = randomUUID();
    const sealed = await cipher.encrypt(customer, 'private');
    await cipher.erase(customer);
    await cipher.erase(customer);
    assert.equal(await cipher.decrypt(customer, sealed), undefined);
    await assert.rejects(cipher.encrypt(customer, 'again'), CustomerKeyErasedError);
    const { rows } = await pool.query('select key_sealed from app.customer_key where customer_id = $1', [customer]);
    assert.deepEqual(rows, [{ key_sealed: null }]);
  });
});
