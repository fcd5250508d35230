import assert from 'node:assert/strict';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { pdfOf } from '../testing/papers.ts';
import { EICAR } from '../testing/scanner.ts';
import { signIn } from './customer.ts';
import { HEALTHY_LIMIT_MS, type Project } from './project.ts';
import { step } from './step.ts';

const CLEAN = pdfOf('extract of the register');

/** docs/operations.md#uploads, in compose: of a store that runs. */
export async function uploadsAreScanned({ env, compose, up, isReady }: Project): Promise<void> {
  const { FILE_SCANNER_URL, COMPOSE_PROFILES } = env;
  await step('a harmful upload is refused, and a clean one is taken', async () => {
    Object.assign(env, { FILE_SCANNER_URL: 'tcp://clamav:3310', COMPOSE_PROFILES: 'scanner' });
    await up();
    await isReady();
    const customer = await signIn(env.PUBLIC_URL);
    assert.equal((await customer.upload(CLEAN)).status, 201);
    const { status, text } = await customer.upload(EICAR);
    assert.equal(status, 422, text);
    assert.match(text, /The virus scanner found this file harmful/);
  });
  await step('without the scanner uploads are refused in words, and are taken once it is back', async () => {
    const customer = await signIn(env.PUBLIC_URL);
    await compose('stop', 'clamav');
    const { status, text } = await customer.upload(CLEAN);
    assert.equal(status, 503, text);
    assert.match(text, /Files cannot be checked for viruses just now/);
    await compose('start', 'clamav');
    await eventually(async () => assert.equal((await customer.upload(CLEAN)).status, 201), HEALTHY_LIMIT_MS);
  });
  Object.assign(env, { FILE_SCANNER_URL, COMPOSE_PROFILES });
}
