import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runLedger } from './testing/ledger-story.ts';

const LINK = 'https://shop.example/admin/password/token';

/** Runs the command line; returns what it requested of the administrators. */
async function admin(...argv: string[]) {
  const asked: unknown[] = [];
  const outcome =
    (of: { link: string | null } | { dueAt: Date }) =>
    async (...args: unknown[]) => {
      asked.push(...args);
      return of;
    };
  const later = outcome({ dueAt: new Date('2026-01-02T03:04:05.000Z') });
  const waiting = { id: 'c1', what: 'Add Bo', by: null, at: new Date(0), dueAt: new Date('2026-01-02T03:04:05.000Z') };
  const answer = await runLedger(
    {
      withAdministrators: (work) =>
        work({
          create: outcome({ link: LINK }),
          reset: later,
          changes: async () => [waiting],
          refuse: async (id) => void asked.push(id),
        }),
    },
    'admin',
    ...argv,
  );
  return { ...answer, asked };
}

describe('admin', () => {
  it('creates an administrator of one role or several, and prints the link', async () => {
    const wanted = ['ada@example.com', '--name', 'Ada Byron'];
    const one = await admin('create', ...wanted, '--role', 'approver');
    assert.deepEqual(one.asked, [{ email: 'ada@example.com', name: 'Ada Byron', roles: ['approver'] }]);
    assert.equal(one.text, LINK);
    const several = await admin('create', ...wanted, '--role', 'support', '--role', 'catalogue');
    assert.deepEqual(several.asked, [{ email: 'ada@example.com', name: 'Ada Byron', roles: ['support', 'catalogue'] }]);
  });

  it('says when a change is carried out, lists what waits, and refuses it', async () => {
    const reset = await admin('reset', 'ada@example.com');
    assert.match(reset.text, /^Proposed\. It is carried out on 2026-01-02T03:04:05Z/);
    assert.match(reset.err, /Every owner got a mail/);
    assert.match((await admin('changes')).text, /c1 .*Add Bo .*command line .*2026-01-02T03:04:05Z/);
    assert.deepEqual((await admin('refuse', 'c1')).asked, ['c1']);
  });

  it('takes no administrator without a role, or of one that there is not', async () => {
    const without = await admin('create', 'ada@example.com', '--name', 'Ada');
    assert.deepEqual([without.code, without.asked], [2, []]);
    const unknown = await admin('create', 'ada@example.com', '--name', 'Ada', '--role', 'king');
    assert.deepEqual([unknown.code, unknown.asked], [2, []]);
    assert.match(unknown.err, /owner, approver, catalogue, support, finance, auditor/);
  });
});
