import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import { api } from '#web/lib/api/api.ts';
import { isCancelled } from '#web/lib/call/api-error.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';

type Field = 'password' | 'code' | 'passkey';
const CODES = { recovery_codes: ['abcd-efgh-ijkl-mnop'] };
const wanted = (field: Field) =>
  refusal(403, { message: 'Please confirm.', code: 'step_up_required', errors: { [field]: ['Please confirm.'] } });
const WRONG = refusal(422, {
  message: 'Wrong.',
  code: 'validation_failed',
  errors: { password: ['Password is incorrect'] },
});

/** A write that is refused until its session was confirmed. */
function open(field: Field, right: unknown) {
  let isConfirmed = false;
  const answers: Answers = {
    'POST /admin/mfa/recovery-codes': () => (isConfirmed ? CODES : wanted(field)),
    'POST /admin/step-up': ({ body }) => {
      if (JSON.stringify(body) !== JSON.stringify(right)) return WRONG;
      isConfirmed = true;
      return { message: 'Thank you.' };
    },
  };
  return renderScreen(<p>The screen behind</p>, { realm: 'admin', answers });
}
const ask = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });

describe('a call that wants its session confirmed', () => {
  it('asks for the password, says when it is wrong, and is then sent again as it was', async () => {
    const { user, writes } = open('password', { password: 'right' });
    const answer = api('POST /admin/mfa/recovery-codes');
    const dialog = within(await ask());
    const password = await dialog.findByLabelText(/^Password/);
    await user.type(password, 'wrong{Enter}');
    assert.ok(await dialog.findByText('Password is incorrect'));
    await user.clear(password);
    await user.type(password, 'right{Enter}');
    assert.deepEqual(await answer, CODES);
    await waitFor(() => assert.equal(screen.queryByRole('dialog'), null));
    const [first, ...others] = writes().filter(({ key }) => key === 'POST /admin/mfa/recovery-codes');
    assert.equal(others.length, 1);
    assert.equal(others[0]?.idempotencyKey, first?.idempotencyKey);
  });

  it('asks for a code where a second factor is set up, or a recovery code, once for all calls that wait', async () => {
    const code = 'abcd-efgh-ijkl-mnop';
    const { user } = open('code', { code });
    const answers = Promise.all([api('POST /admin/mfa/recovery-codes'), api('POST /admin/mfa/recovery-codes')]);
    const dialog = within(await ask());
    await user.click(await dialog.findByRole('button', { name: /Use a recovery code/ }));
    await user.type(await dialog.findByLabelText(/Recovery code/), code);
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    assert.deepEqual(await answers, [CODES, CODES]);
  });

  it('takes a recovery code in place of a passkey, where the browser has none', async () => {
    const code = 'abcd-efgh-ijkl-mnop';
    const { user } = open('passkey', { code });
    const answer = api('POST /admin/mfa/recovery-codes');
    const dialog = within(await ask());
    assert.equal(dialog.queryAllByRole('button', { name: 'Use your passkey' }).length, 0);
    assert.equal(dialog.queryAllByLabelText(/Verification code/).length, 0);
    await user.click(dialog.getByRole('button', { name: 'No passkey at hand? Use a recovery code' }));
    await user.type(await dialog.findByLabelText(/Recovery code/), code);
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    assert.deepEqual(await answer, CODES);
  });

  it('is called off where nothing is given, which is no failure to show', async () => {
    const { user, writes } = open('password', { password: 'right' });
    const answer = api('POST /admin/mfa/recovery-codes').catch((error: unknown) => error);
    await user.click(within(await ask()).getByRole('button', { name: 'Cancel' }));
    assert.ok(isCancelled(await answer));
    assert.equal(writes().length, 1);
  });
});
