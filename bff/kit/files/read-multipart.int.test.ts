import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { it, type TestContext } from 'node:test';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { createSecurityLog } from '#bff/identity/security-events/security-log.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { createFileStore } from '#infra/adapters/files/file-store.ts';
import { formOf } from '#infra/proof/api/administrators.ts';
import { createMemoryKeys } from '#infra/proof/testing/customer-keys.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';
import { withMultipart } from './read-multipart.ts';

const RULES = {
  maxBytes: 1_000,
  maxFiles: 1,
  mediaTypes: ['application/pdf'],
  typeMessage: 'Not that type.',
  sizeMessage: 'Too large.',
  isFileField: () => true,
};

/** Uploads one file to a ledger that fails with this error, and counts the files that stay. */
async function filesAfter(test: TestContext, error: Error): Promise<number> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'giftledger-upload-'));
  const app = Fastify();
  test.after(async () => {
    await app.close();
    await security.close();
    await rm(dir, { recursive: true });
  });
  const files = await createFileStore({ dir, keys: createMemoryKeys() });
  const security = createSecurityLog({ logger: app.log, clock: () => new Date(), store: async () => undefined });
  await app.register(multipart, { throwFileSizeLimit: false });
  app.post('/', (request) =>
    withMultipart({ files, security }, request, RULES, async () => {
      throw error;
    }),
  );
  await app.inject({ method: 'POST', url: '/', payload: formOf({ proof: pdfOf('') }) });
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

it('a file that the ledger refused is removed', async (test) => {
  assert.equal(await filesAfter(test, new DomainError('invalid_state', 'It was decided.')), 0);
});

it('a file stays when nobody knows whether the ledger took it', async (test) => {
  assert.equal(await filesAfter(test, new DomainError('unavailable', 'No answer.')), 1);
  assert.equal(await filesAfter(test, new Error('Connection terminated unexpectedly')), 1);
});
