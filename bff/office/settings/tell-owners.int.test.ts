import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { LogPlace } from '#core/kernel/following/log-place.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createProcessCheckpoint } from '#infra/adapters/postgres/process-checkpoint.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { SELLER_FORM } from '#infra/proof/api/forms.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { changeSection } from './changes.ts';
import { sellerOf } from './sections/seller.ts';
import { SETTINGS_TOLD } from './tell-owners.ts';
import { workSettings } from './work.ts';

const URL = '/api/admin/settings';

describe('changes of settings', async () => {
  const test = await startTestApp();
  const pool = createPgPool(test.databaseUrl, {
    maxConnections: 2,
    applicationName: 'test',
    onIdleError: assert.ifError,
  });
  /** A run of the job. */
  const run = (deps = test.deps) => workSettings(deps, createProcessCheckpoint(pool, SETTINGS_TOLD));
  const owner = await createAdministrator(test);
  await createAdministrator(test);
  await createAdministrator(test, 'finance');
  const read = async () => AdminSettings.parse((await owner.get(URL)).json().data);
  const put = (section: string, body: object) => owner.send('PUT', `${URL}/${section}`, body);
  after(async () => {
    await pool.end();
    await test.stop();
  });

  it('are told to every owner, though the process that changed them ended before it could', async () => {
    const before = test.mails.length;
    const told = () =>
      test.mails.slice(before).map(({ text }) => /“Seller” counts|proposed|was withdrawn/.exec(text)?.[0]);
    const { seller } = await read();
    const actor = { kind: 'administrator', administratorId: owner.administratorId, roles: ['owner'] } as never;
    const id = randomUUID();
    const change = (dies: boolean) => {
      const execute = async (command: never) => {
        const saved = await test.deps.ledger.execute(command, {
          commandId: id,
          correlationId: id,
          actor: { kind: 'administrator', id: owner.administratorId },
        });
        return dies ? assert.fail('the process ended') : saved;
      };
      const call = { actor, newId: () => id, execute } as never;
      const stated = { why: 'Once more', expect_version: seller.version };
      return changeSection(test.deps, call, 'seller', { ...sellerOf(SELLER_FORM), name: 'Paper Ltd' }, stated);
    };
    await assert.rejects(change(true), /the process ended/);
    assert.match(await change(false), /This was done before/);
    await run();
    assert.deepEqual(told(), ['“Seller” counts', '“Seller” counts'], 'each of the two owners');
    await run();
    assert.equal(told().length, 2, 'once');
  });

  it('are told from where it ended once the queue of mails is back, and by two processes once', async () => {
    const before = test.mails.length;
    const saved = await put('seller', {
      ...SELLER_FORM,
      name: 'Ink Ltd',
      why: 'Back',
      expect_version: (await read()).seller.version,
    });
    assertStatus(saved, 200);
    let left = 1;
    const { mails } = test.deps;
    const failing: BffDeps['mails'] = {
      ...mails,
      send: async (...mail) => (left-- > 0 ? mails.send(...mail) : assert.fail('the queue is away')),
    };
    await assert.rejects(run({ ...test.deps, mails: failing }), /the queue is away/);
    assert.equal(test.mails.length, before + 1);
    await Promise.all([run(), run()]);
    assert.equal(test.mails.length, before + 2);
    assert.equal(new Set(test.mails.slice(before).map(({ to }) => to)).size, 2);
  });

  it('of before an update, or before the log was set back, are not told once more, and the first one after it is', async () => {
    const before = test.mails.length;
    let place: LogPlace | null = {
      position: 1n,
      event: { streamId: 'settings', revision: 1n, hash: 'of another log', time: test.deps.clock().toISOString() },
    };
    const told = {
      load: async () => place,
      save: async (next: LogPlace) => {
        place = next;
      },
    };
    await workSettings(test.deps, told);
    assert.equal(test.mails.length, before);
    test.advance(1_000);
    const { version } = (await read()).seller;
    assertStatus(await put('seller', { ...SELLER_FORM, name: 'Ink Co', why: 'Again', expect_version: version }), 200);
    await workSettings(test.deps, told);
    await workSettings(test.deps, told);
    assert.equal(test.mails.length, before + 2);
    assert.equal(place?.event?.hash, test.deps.settings.now().history.at(-1)?.metadata.hash);
  });
});
