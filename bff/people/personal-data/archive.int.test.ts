import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { crc32, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { createPerson, type Person } from '#infra/proof/api/person.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { MOST_COUNTED } from '#projections/kernel/sql.ts';

const DAY_MS = 24 * 3_600_000;
/** Data that only administrators read, or that is not stored as it was typed. */
const NOT_SHOWN = ['approvalnote', 'payoutnote', 'proofname', 'key'];

describe('the copy of everything about a customer', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const owner = await createAdministrator(test);
  const person = await createPerson(test, owner);
  after(() => test.stop());

  type Asking = Pick<Person, 'headers'>;
  const ask = async ({ headers }: Asking): Promise<string> => {
    const answer = await test.app.inject({ method: 'POST', url: '/api/user/personal-data/export', headers });
    assertStatus(answer, 201);
    return answer.json().data.id;
  };
  const download = ({ headers }: Asking) => test.app.inject({ url: '/api/user/personal-data/archive', headers });
  const confirm = (id: string) => owner.send('POST', `/api/admin/personal-data/${id}/confirm`, {});

  it('is there once an owner has confirmed it, for a week, and only for its customer', async () => {
    assertStatus(await download(person), 404);
    const id = await ask(person);
    assertStatus(await download(person), 404);
    assertStatus(await confirm(id), 200);
    assert.equal(test.mails.at(-1)?.subject, 'Your data can be downloaded');
    assertStatus(await download(person), 200);
    assertStatus(await download(await createCustomer(test)), 404);
    test.advance(7 * DAY_MS + 1_000);
    assertStatus(await download(person), 404);
    test.advance(-7 * DAY_MS - 1_000);
  });

  it('holds all that they typed, their files and invoices, and nothing that lets somebody in', async () => {
    const answer = await download(person);
    assertStatus(answer, 200);
    assert.equal(answer.headers['content-type'], 'application/zip');
    const files = unzipped(answer.rawPayload);
    const names = [...files.keys()];
    const { files: listed } = JSON.parse(String(files.get('index.json')));
    assert.deepEqual(names.toSorted(), [...listed, 'README.txt', 'index.json'].toSorted());
    assert.equal(names.filter((name) => /^invoices\/.*\.pdf$/.test(name)).length, 2);
    assert.ok(names.some((name) => name.startsWith('money/transactions-EUR')));

    const whole = [...files.values()].map((content) => content.toString('latin1').toLowerCase());
    const missing = person.markers.made.filter((marker) => !whole.some((content) => content.includes(marker)));
    const fieldOf = (marker: string) => marker.slice(2, -10);
    // A removed document, and a deleted deposit with its note and its last proof.
    const gone = ['document', 'secondproof', 'depositnote'];
    assert.deepEqual(
      [...new Set(missing.map(fieldOf))].filter((field) => !NOT_SHOWN.includes(field) && !gone.includes(field)),
      [],
    );
    assert.ok(missing.filter((marker) => gone.includes(fieldOf(marker))).length <= 3);
    for (const content of whole) assert.doesNotMatch(content, /argon2|token_hash|key_hash|_sealed|\\x[0-9a-f]{16}/);
  });

  it('holds each entry of a history that is longer than lists are counted', async () => {
    const { customerId } = person;
    await test.deps.database.query(sql.typeAlias('void')`
      insert into read.audit_events select copy.* from read.audit_events event, generate_series(1, ${MOST_COUNTED}::int) n,
        jsonb_populate_record(event, jsonb_build_object('position', -n, 'event_id', gen_random_uuid())) copy
      where event.object_id = ${customerId} and event.type = 'CustomerRegistered'`);
    const { count } = await test.deps.database.one(sql.type(z.object({ count: z.int() }))`
      select count(*)::int as count from read.audit_events where object_id = ${customerId}`);
    assert.ok(count > MOST_COUNTED);
    const answer = await download(person);
    assertStatus(answer, 200);
    const history = JSON.parse(String(unzipped(answer.rawPayload).get('history/account.json')));
    assert.equal(history.length, count);
    assert.equal(history.at(-1).type, 'CustomerRegistered');
  });
});

/** The files of a ZIP by its directory, each checked by its checksum. */
function unzipped(zip: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.length - 22;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [sum, packed, nameBytes] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const start = zip.readUInt32LE(at + 42) + 30 + nameBytes;
    const content = inflateRawSync(zip.subarray(start, start + packed));
    assert.equal(crc32(content), sum, name);
    files.set(name, content);
    at += 46 + nameBytes;
  }
  return files;
}
