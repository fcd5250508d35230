import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type AdminText, adminTextRoutes, textRoutes } from '#bff/contract/office/texts.ts';
import { createAdministrator, forgetConfirmation, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp, type TestApp } from '#infra/proof/api/test-app.ts';
import { presentTexts } from './present.ts';

const URL = '/api/admin/settings/texts';
const TERMS = '## Ours\n\nWe sell **codes**. See [questions](/faq).';

describe('texts of the store', () => {
  let test: TestApp;
  let [owner, finance]: TestAdministrator[] = [];
  const as = (who: TestAdministrator | undefined) => who ?? assert.fail('an administrator');
  const read = async (name: string, query = ''): Promise<AdminText> =>
    adminTextRoutes.getSettingsText.response.parse((await as(owner).get(`${URL}/${name}${query}`)).json()).data;
  const shown = async (name: string, query = '') =>
    textRoutes.getText.response.parse((await test.app.inject({ url: `/api/texts/${name}${query}` })).json()).data;
  const listed = async () =>
    textRoutes.listTexts.response
      .parse((await test.app.inject({ url: '/api/texts' })).json())
      .data.map(({ name }) => name);
  const write = async (name: string, text: string | null, body: object = {}, who = owner) =>
    as(who).send('PUT', `${URL}/${name}`, {
      text: text ?? '',
      why: 'Ours',
      expect_version: (await read(name)).version,
      ...body,
    });
  /** Writes it as somebody did at another time. */
  async function writeAt(time: string, name: 'refunds', text: string | null, version: number) {
    const commandId = randomUUID();
    const actor = { kind: 'administrator', id: as(owner).administratorId } as const;
    const { position } = await test.deps.ledger.execute(
      {
        type: 'ChangeSettings',
        section: name,
        value: { text },
        why: `Of ${time}`,
        by: actor.id,
        version,
        proposalId: randomUUID(),
        hasSecond: true,
        now: time,
        waitHours: 24,
      },
      { commandId, correlationId: commandId, actor, time },
    );
    assert.ok(await test.deps.settings.reached(position, 10_000));
  }

  before(async () => {
    test = await startTestApp();
    owner = await createAdministrator(test);
    finance = await createAdministrator(test, 'finance');
  });
  after(() => test.stop());

  it('are written by owners, with a confirmed session, and read by finance', async () => {
    assertStatus(await as(finance).get(URL), 200);
    assertStatus(await write('terms', TERMS, {}, finance), 403);
    const support = await createAdministrator(test, 'support');
    assertStatus(await support.get(URL), 403);
    const { headers } = await createCustomer(test);
    assertStatus(await test.app.inject({ url: URL, headers }), 401);
    const third = await createAdministrator(test);
    await forgetConfirmation(test, third);
    const refused = await write('terms', TERMS, {}, third);
    assertStatus(refused, 403);
    assert.equal(refused.json().code, 'step_up_required');
  });

  it('are the standard ones, or none, until somebody writes them', async () => {
    assert.deepEqual(await listed(), ['terms', 'privacy', 'cookies', 'compliance', 'about', 'faq']);
    const standard = await shown('terms');
    assert.deepEqual(
      [standard?.version, standard?.blocks?.[0]],
      [20_261_127, { kind: 'heading', level: 2, of: [{ kind: 'text', text: 'Accounts' }] }],
    );
    assert.equal((await shown('about'))?.blocks, null, 'a page of its own');
    assert.equal(await shown('imprint'), null);
    assertStatus(await test.app.inject({ url: '/api/texts/else' }), 404);
  });

  it('count at once, and say who wrote which version and why', async () => {
    assertStatus(await write('terms', TERMS, { why: 'The first own ones' }), 200);
    const { version, blocks, versions } = (await shown('terms')) ?? assert.fail('the terms');
    assert.deepEqual(blocks?.[0], { kind: 'heading', level: 2, of: [{ kind: 'text', text: 'Ours' }] });
    assert.deepEqual(
      versions.map((each) => each.version),
      [version, 20_261_127, 0],
    );
    assert.match((await read('terms', '?version=20261127')).text ?? '', /within the time that its page shows/);
    assert.match((await read('terms', '?version=0')).text ?? '', /within 48 hours/);
    assert.match((await read('terms', '?on=2026-11-10')).text ?? '', /within 48 hours/);
    const text = await read('terms');
    assert.deepEqual([text.text, text.version], [TERMS, version]);
    const { by, why } = text.shown ?? assert.fail('a version');
    assert.deepEqual([by?.id, why], [as(owner).administratorId, 'The first own ones']);
    assert.match((await read('terms', '?version=0')).text ?? '', /^## Accounts/);
  });

  it('can be taken away: the standard one is shown again, and the own one stays in the history', async () => {
    const { version } = await read('terms');
    assertStatus(await write('terms', null, { why: 'Not yet' }), 200);
    const now = await read('terms');
    assert.deepEqual([now.shown?.is_written, now.text === now.standard], [false, true]);
    assert.equal((await read('terms', `?version=${version}`)).text, TERMS);
  });

  it('are shown as they were at the end of a day', async () => {
    await writeAt('2026-03-01T10:00:00.000Z', 'refunds', 'The first', 0);
    const first = (await read('refunds')).version;
    await writeAt('2026-03-05T08:00:00.000Z', 'refunds', 'The second', first);
    const second = (await read('refunds')).version;
    await writeAt('2026-03-05T23:59:59.999Z', 'refunds', 'The third', second);
    await writeAt('2026-03-09T00:00:00.000Z', 'refunds', null, (await read('refunds')).version);
    const on = async (day: string) => (await read('refunds', `?on=${day}`)).text;
    assert.deepEqual(
      await Promise.all(['2026-02-28', '2026-03-01', '2026-03-04', '2026-03-05', '2026-03-08', '2026-03-09'].map(on)),
      [null, 'The first', 'The first', 'The third', 'The third', null],
    );
    assert.deepEqual((await shown('refunds', '?on=2026-03-04'))?.until, '2026-03-05T08:00:00.000Z');
    assert.equal(await shown('refunds', '?on=2026-02-28'), null);
    assert.equal(await shown('refunds'), null, 'it was taken away');
    assert.equal((await read('refunds', '?on=2026-03-04')).shown?.why, 'Of 2026-03-01T10:00:00.000Z');
    assert.ok((await shown('refunds', `?version=${second}`))?.blocks);
    assertStatus(await test.app.inject({ url: '/api/texts/refunds?on=2026-03-04&version=1' }), 422);
  });

  it('are refused with the line that cannot be shown, from a page of before, and where they say what they said', async () => {
    for (const text of [
      'One\n\n<img src=x onerror=alert(1)>',
      'One\n\n[x](javascript:alert(1))',
      'One\n\n![x](/a.png)',
    ]) {
      const refused = await write('privacy', text);
      assertStatus(refused, 422);
      assert.match(refused.json().errors.text[0], /^Line 3: /);
    }
    assertStatus(await write('privacy', 'x'.repeat(40_001)), 422);
    assertStatus(await write('privacy', 'Ours', { why: ' ' }), 422);
    assertStatus(await write('privacy', 'Ours'), 200);
    assertStatus(await write('privacy', 'Ours again', { expect_version: 0 }), 409);
    assertStatus(await write('privacy', 'Ours'), 422);
    assert.equal((await read('privacy')).text, 'Ours');
  });

  it('are said to be missing in production, where nobody wrote terms or imprint', async () => {
    const inProduction = { ...test.deps, config: { ...test.deps.config, isProduction: true } };
    assert.deepEqual((await presentTexts(test.deps)).missing, []);
    assert.equal((await presentTexts(inProduction)).missing.length, 2);
    assertStatus(await write('imprint', 'Ink & Paper Ltd'), 200);
    assertStatus(await write('terms', TERMS), 200);
    assert.deepEqual((await presentTexts(inProduction)).missing, []);
    assert.ok((await listed()).includes('imprint'));
  });

  it('tell owners which lines a change added and took away', async () => {
    assertStatus(await write('cookies', 'One\n\nTwo'), 200);
    assertStatus(await write('cookies', 'One\n\nThree', { why: 'Three is right' }), 200);
    const [entry] = (await as(owner).get('/api/admin/settings/history')).json().data;
    assert.deepEqual(
      [entry.title, entry.why, entry.changes],
      ['Cookie Policy', 'Three is right', [{ field: 'Text', before: 'Two', after: 'Three' }]],
    );
  });
});
