import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { UPLOAD_QUOTA } from '#bff/contract/base/upload-rules.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createAdministrator, formOf } from '#infra/proof/api/administrators.ts';
import { createCustomer, type TestCustomer } from '#infra/proof/api/customers.ts';
import { ONE_PIXEL_PNG } from '#infra/proof/api/pictures.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';
import { EICAR, startTestScanner } from '#infra/proof/testing/scanner.ts';
import { cleanUploads } from './clean-uploads.ts';

const DOCUMENTS = '/api/user/company-detail/documents';
const MARKER = 'extract of the register';
const PDF = pdfOf(Buffer.concat([Buffer.from(MARKER), randomBytes(2_000)]));

describe('papers of customers', async () => {
  let scanner = await startTestScanner();
  const test = await startTestApp({ fileScannerUrl: scanner.url });
  const admin = await createAdministrator(test);
  after(async () => {
    await test.stop();
    await scanner.stop();
  });

  const post = (who: TestCustomer, url: string, payload: object) =>
    test.app.inject({ method: 'POST', url, payload, headers: who.headers });
  const get = (who: TestCustomer, url: string) => test.app.inject({ url, headers: who.headers });
  const sendDocument = (who: TestCustomer, content = PDF) =>
    post(who, DOCUMENTS, formOf({ document: content }, 'a.pdf'));
  async function document(who: TestCustomer, content = PDF): Promise<{ id: string; url: string }> {
    const answer = await sendDocument(who, content);
    assertStatus(answer, 201);
    return answer.json().data;
  }
  async function deposit(who: TestCustomer): Promise<string> {
    const answer = await post(who, '/api/deposits', { wallet_id: who.wallets.EUR, amount: '10' });
    assertStatus(answer, 201);
    return answer.json().data.id;
  }
  const sendProof = (who: TestCustomer, id: string, content = ONE_PIXEL_PNG) =>
    post(who, `/api/deposits/${id}/payment-proof`, formOf({ payment_proof: content }, 'proof'));
  const remove = (who: TestCustomer, url: string) => test.app.inject({ method: 'DELETE', url, headers: who.headers });
  const filesOnDisk = async () =>
    (await readdir(test.filesDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const query = (text: FragmentSqlToken) => test.deps.database.query(sql.typeAlias('void')`${text}`);
  const Row = z.object({
    file_id: z.uuid(),
    attached_at: z.date().nullable(),
    superseded_at: z.date().nullable(),
    removed_at: z.date().nullable(),
    infected_with: z.string().nullable(),
    size_bytes: z.bigint(),
  });
  const rowsOf = (who: TestCustomer) =>
    test.deps.database.any(
      sql.type(Row)`select file_id, attached_at, superseded_at, removed_at, infected_with, size_bytes
        from app.upload where customer_id = ${who.customerId} order by received_at`,
    );
  const isOnDisk = async (fileId: string) => (await filesOnDisk()).some(({ name }) => name === fileId);
  const later = (who: TestCustomer, column: 'superseded_at' | 'received_at', days: number) =>
    query(sql.fragment`update app.upload set ${sql.identifier([column])} = ${sql.identifier([column])} - ${`${days} days`}::interval
      where customer_id = ${who.customerId} and ${sql.identifier([column])} is not null`);

  it('keep the quotation marks of their names, which browsers send in another form', async () => {
    const who = await createCustomer(test);
    const answer = await post(who, DOCUMENTS, formOf({ document: PDF }, 'Extract “A” of "B".pdf'));
    assertStatus(answer, 201);
    assert.match(answer.body, /Extract “A” of \\"B\\"\.pdf/);
  });

  it('keep a backslash of their names, and lose the folder that a sender put before them', async () => {
    const who = await createCustomer(test);
    const nameOf = async (name: string) => {
      const answer = await post(who, DOCUMENTS, formOf({ document: PDF }, name));
      assertStatus(answer, 201);
      return answer.json().data.name;
    };
    assert.equal(await nameOf('a\\b.pdf'), 'a\\b.pdf');
    assert.equal(await nameOf('papers/2026/extract.pdf'), 'extract.pdf');
    assert.equal(await nameOf('../../extract.pdf'), 'extract.pdf');
    assert.equal(await nameOf('C:\\Papers\\extract.pdf'), 'extract.pdf');
  });

  it('that nobody could open are refused in words: with a password, or without their end', async () => {
    const who = await createCustomer(test);
    const locked = pdfOf('1 0 obj<</Filter/Adobe.PubSec/V 4>>endobj\ntrailer<</Encrypt 1 0 R>>');
    for (const [content, words] of [
      [locked, /has a password.*save it without one/],
      [PDF.subarray(0, -20), /The end of the file is missing.*choose the whole file/],
    ] as const) {
      const id = await deposit(who);
      for (const answer of [await sendDocument(who, content), await sendProof(who, id, content)]) {
        assertStatus(answer, 422);
        assert.match(answer.json().message, words);
      }
    }
    assert.deepEqual(await rowsOf(who), []);
  });

  it('that lie there in another form than they were stored are shown to nobody, and the owners are told', async () => {
    const who = await createCustomer(test);
    const id = await deposit(who);
    assertStatus(await sendProof(who, id), 200);
    const paper = await document(who);
    const foreign = Buffer.from('%PDF-1.7\nA transfer of another sum\n');
    for (const { file_id } of await rowsOf(who))
      await writeFile(path.join(test.filesDir, file_id.slice(0, 2), file_id), foreign);

    for (const look of [
      await get(who, `/api/deposits/${id}/payment-proof`),
      await admin.get(`/api/admin/deposits/${id}/payment-proof`),
      await admin.get(`/api/admin/users/${who.customerId}/company-details/documents/${paper.id}`),
    ]) {
      assertStatus(look, 409);
      assert.equal(look.json().code, 'file_altered');
    }
    // A paper of before files had rows: only the ledger knows it.
    await query(sql.fragment`delete from app.upload where customer_id = ${who.customerId}`);
    assertStatus(await admin.get(`/api/admin/deposits/${id}/payment-proof`), 409);
  });

  it('lie on disk sealed, and are shown whole to their owner and to administrators', async () => {
    const who = await createCustomer(test);
    const { url, id } = await document(who);
    for (const entry of await filesOnDisk()) {
      const content = await readFile(path.join(entry.parentPath, entry.name));
      assert.ok(!content.includes(MARKER), entry.name);
    }
    const own = await get(who, url);
    assertStatus(own, 200);
    assert.deepEqual(own.rawPayload, PDF);
    assert.equal(own.headers['content-length'], String(PDF.length));
    assert.match(String(own.headers['content-disposition']), /^inline/);
    const office = await admin.get(`/api/admin/users/${who.customerId}/company-details/documents/${id}`);
    assert.deepEqual(office.rawPayload, PDF);
    const proofOf = await deposit(who);
    const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#345' } })
      .withExif({ IFD0: { Artist: 'Anna Marker' } })
      .jpeg()
      .toBuffer();
    assertStatus(await sendProof(who, proofOf, photo), 200);
    const proof = await admin.get(`/api/admin/deposits/${proofOf}/payment-proof`);
    assertStatus(proof, 200);
    assert.equal((await sharp(proof.rawPayload).metadata()).width, 30);
    assert.ok(photo.includes('Anna Marker') && !proof.rawPayload.includes('Anna Marker'));
  });

  it('that the scanner takes for harmful are refused, noted, kept sealed for a month, and opened by nobody', async () => {
    const who = await createCustomer(test);
    const answer = await sendDocument(who, EICAR);
    assertStatus(answer, 422);
    assert.match(answer.json().errors.document[0], /harmful.*not accepted/);
    const [row] = await rowsOf(who);
    assert.equal(row?.infected_with, 'Eicar-Test-Signature');
    assert.ok(row && (await isOnDisk(row.file_id)));
    for (const { name, parentPath } of await filesOnDisk()) {
      assert.ok(!(await readFile(path.join(parentPath, name))).includes('EICAR'));
    }
    const state = await admin.get('/api/admin/system');
    assert.deepEqual(state.json().data.upload_scanner, { is_connected: true, quarantined: 1 });
    const picture = await admin.send('POST', '/api/admin/brands', formOf({ title: 'Harm', logo: EICAR }, 'logo.png'));
    assert.match(picture.json().errors.logo[0], /harmful/);
    assert.equal(test.deps.security.totals().get('upload-quarantined'), 2);
    await cleanUploads(test.deps);
    assert.ok(await isOnDisk(row.file_id));
    await later(who, 'received_at', 31);
    await cleanUploads(test.deps);
    assert.ok(!(await isOnDisk(row.file_id)));
    assert.equal((await rowsOf(who))[0]?.infected_with, 'Eicar-Test-Signature', 'the note stays');
  });

  it('are not taken while the scanner is away, and nothing is lost: the next try is as the first', async () => {
    const who = await createCustomer(test);
    await scanner.stop();
    const answer = await sendDocument(who);
    assertStatus(answer, 503);
    assert.equal(answer.json().code, 'scanner_away');
    assert.match(answer.json().message, /Nothing was uploaded: please try again/);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    assert.deepEqual(await rowsOf(who), []);
    assert.equal((await admin.get('/api/admin/system')).json().data.upload_scanner.is_connected, false);
    scanner = await startTestScanner({ port: scanner.port });
    await document(who);
  });

  it('are at most so many and so large a day and in all, also when they come at once', async () => {
    const who = await createCustomer(test);
    await query(sql.fragment`insert into app.upload (file_id, customer_id, size_bytes)
      select gen_random_uuid(), ${who.customerId}, 10 from generate_series(1, ${UPLOAD_QUOTA.filesPerDay - 1})`);
    const answers = await Promise.all([sendDocument(who), sendDocument(who), sendDocument(who)]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 429, 429]);
    const refused = answers.find(({ statusCode }) => statusCode === 429)?.json();
    assert.equal(refused.code, 'upload_quota');
    assert.match(refused.message, /100 files or 500 MB a day at most. Nothing was uploaded/);
    await later(who, 'received_at', 2);
    await document(who);
    const large = await createCustomer(test);
    await query(sql.fragment`insert into app.upload (file_id, customer_id, size_bytes, received_at)
      values (gen_random_uuid(), ${large.customerId}, ${UPLOAD_QUOTA.bytes - 1_000_000}, now() - interval '9 days')`);
    const full = await sendProof(large, await deposit(large));
    assertStatus(full, 429);
    assert.match(full.json().message, /3,000 files or 5,000 MB at most/);
  });

  it('that are replaced or taken back stay for administrators until their time is over, and no owner destroys them', async () => {
    const who = await createCustomer(test);
    const first = await document(who);
    await document(who, Buffer.concat([PDF, Buffer.from('second')]));
    assertStatus(await remove(who, first.url), 200);
    assertStatus(await remove(who, first.url), 404);
    assertStatus(await get(who, first.url), 404);
    assert.equal((await get(who, '/api/user')).statusCode, 200);
    const shown = async () => (await admin.get(`/api/admin/users/${who.customerId}`)).json().data.company.documents;
    const [present, superseded] = await shown();
    assert.equal(present.superseded_at, null);
    assert.equal(superseded.id, first.id);
    assert.ok(Date.parse(superseded.superseded_at) >= Date.parse(superseded.created_at));
    const kept = await admin.get(superseded.url);
    assert.deepEqual(kept.rawPayload, PDF);
    assertStatus(await admin.send('DELETE', superseded.url), 404);

    const proofOf = await deposit(who);
    assertStatus(await sendProof(who, proofOf), 200);
    assertStatus(await sendProof(who, proofOf), 200);
    await cleanUploads(test.deps);
    const rows = await rowsOf(who);
    assert.deepEqual(
      rows.map(({ superseded_at }) => superseded_at !== null),
      [true, false, true, false],
    );
    assertStatus(await remove(who, `/api/deposits/${proofOf}`), 200);
    await cleanUploads(test.deps);
    assert.deepEqual(
      (await rowsOf(who)).map(({ superseded_at }) => superseded_at !== null),
      [true, false, true, true],
    );
    for (const { file_id } of rows) assert.ok(await isOnDisk(file_id));

    await later(who, 'superseded_at', 366);
    await cleanUploads(test.deps);
    assert.deepEqual(
      (await rowsOf(who)).map(({ removed_at }) => removed_at !== null),
      [true, false, true, true],
    );
    assert.deepEqual(await Promise.all(rows.map(({ file_id }) => isOnDisk(file_id))), [false, true, false, false]);
    assert.equal((await shown()).length, 1);
    await cleanUploads(test.deps);
    assert.equal((await rowsOf(who)).length, 4, 'what is gone is not found again');
  });

  it('whose form was never finished go after a day', async () => {
    const who = await createCustomer(test);
    const fileId = randomUUID();
    await query(
      sql.fragment`insert into app.upload (file_id, customer_id, size_bytes) values (${fileId}, ${who.customerId}, 10)`,
    );
    await test.deps.files.keep(PDF, { contentType: 'application/pdf', owner: who.customerId });
    await document(who);
    await query(sql.fragment`update app.upload set attached_at = null where customer_id = ${who.customerId}`);
    await cleanUploads(test.deps);
    assert.equal((await rowsOf(who)).length, 2);
    await later(who, 'received_at', 2);
    await cleanUploads(test.deps);
    const rows = await rowsOf(who);
    assert.equal(rows.length, 1, 'the one that a document names is attached again, the other is gone');
    assert.ok(rows[0]?.attached_at);
  });

  it('of before files were sealed are sealed by the clean-up, replaced proofs too', async () => {
    const who = await createCustomer(test);
    await document(who);
    const proofOf = await deposit(who);
    assertStatus(await sendProof(who, proofOf), 200);
    assertStatus(await sendProof(who, proofOf), 200);
    const rows = await rowsOf(who);
    const shown = (await admin.get(`/api/admin/deposits/${proofOf}/payment-proof`)).rawPayload;
    for (const { file_id } of rows) {
      const content = await buffer((await test.deps.files.open(file_id, who.customerId)).stream);
      await writeFile(path.join(test.filesDir, file_id.slice(0, 2), file_id), content);
    }
    await query(sql.fragment`delete from app.upload where customer_id = ${who.customerId}`);
    await query(sql.fragment`delete from app.process_checkpoint where name = 'proofs-counted'`);
    await cleanUploads(test.deps);
    const counted = await rowsOf(who);
    assert.deepEqual(new Set(counted.map(({ file_id }) => file_id)), new Set(rows.map(({ file_id }) => file_id)));
    assert.deepEqual(
      new Map(counted.map(({ file_id, size_bytes }) => [file_id, size_bytes])),
      new Map(rows.map(({ file_id, size_bytes }) => [file_id, size_bytes])),
    );
    for (const { file_id } of rows) {
      const content = await readFile(path.join(test.filesDir, file_id.slice(0, 2), file_id));
      assert.equal(content.subarray(0, 4).toString(), 'GLF1');
    }
    assert.deepEqual((await admin.get(`/api/admin/deposits/${proofOf}/payment-proof`)).rawPayload, shown);
  });

  it('of an erased customer go at the next clean-up', async () => {
    const who = await createCustomer(test);
    const { url } = await document(who);
    await query(
      sql.fragment`update app.customer_key set key_sealed = null, erased_at = now() where customer_id = ${who.customerId}`,
    );
    await cleanUploads(test.deps);
    const [row] = await rowsOf(who);
    assert.ok(row?.removed_at);
    assert.ok(!(await isOnDisk(row.file_id)));
    assertStatus(await get(who, url), 404);
  });
});
