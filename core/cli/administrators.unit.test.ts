import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runWith } from './testing/cli-story.ts';

const LINK = 'https://shop.example/admin/password/token';

/** Runs the command line; returns what it requested of the administrators. */
async function admin(...argv: string[]) {
  const asked: unknown[] = [];
  const link = async (...args: unknown[]) => {
    asked.push(...args);
    return LINK;
  };
  const done = async (...args: unknown[]) => void asked.push(...args);
  const ada = { email: 'ada@example.com', name: 'Ada', isActive: true, createdAt: new Date(0), lastSignInAt: null };
  const answer = await runWith(
    {
      withAdministrators: (work) =>
        work({
          list: async () => [{ ...ada, roles: ['owner', 'finance'] }],
          ...{ create: link, invite: done, reset: link, setRoles: done, setActive: done },
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

  it('invites one, whose link goes by mail and is not printed', async () => {
    const invited = await admin('invite', 'bo@example.com', '--name', 'Bo', '--role', 'auditor');
    assert.deepEqual(invited.asked, [{ email: 'bo@example.com', name: 'Bo', roles: ['auditor'] }]);
    assert.match(invited.text, /^A link was sent to bo@example\.com/);
  });

  it('takes no administrator without a role, or of one that there is not', async () => {
    const without = await admin('create', 'ada@example.com', '--name', 'Ada');
    assert.deepEqual([without.code, without.asked], [2, []]);
    const unknown = await admin('roles', 'ada@example.com', '--role', 'king');
    assert.deepEqual([unknown.code, unknown.asked], [2, []]);
    assert.match(unknown.err, /owner, approver, catalogue, support, finance, auditor/);
  });

  it('changes the roles, and lists them', async () => {
    const changed = await admin('roles', 'ada@example.com', '--role', 'owner', '--role', 'finance');
    assert.deepEqual(changed.asked, ['ada@example.com', ['owner', 'finance']]);
    assert.match((await admin('list')).text, /ada@example\.com .*owner finance .*enabled/);
  });
});
