import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import type { ApiKey } from '#bff/contract/identity/api-key.ts';
import type { PersonalDataAnswer, PersonalDataRequest } from '#bff/contract/people/personal-data.ts';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { customer, idOf } from '#web/testing/samples.ts';
import { AccountPage } from './account-page.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const key: ApiKey = {
  mode: 'live',
  id: idOf(95),
  name: 'ERP',
  abilities: ['orders:read', 'codes:read'],
  last_four: 'x7f2',
  last_used_at: null,
  created_at: AT,
  expires_at: null,
};
const NOTHING_ASKED: PersonalDataAnswer = { export: null, erasure: null, obstacles: [], invoice_years: 7 };
const NO_SESSIONS = { 'GET /auth/sessions': { data: [] } };

describe('account settings', () => {
  const open = (tab: string, answers: Answers = {}) => {
    history.replaceState(null, '', `/settings/account${tab && `?tab=${tab}`}`);
    return renderScreen(<AccountPage />, {
      realm: 'customer',
      answers: {
        'GET /user': { data: customer() },
        'GET /user/personal-data': NOTHING_ASKED,
        'GET /user/mails': { data: [{ kind: 'deposit-credited', is_on: true }] },
        ...answers,
      },
    });
  };
  it('switch a mail about money off, or say that it was not', async () => {
    let tries = 0;
    const { user, writes } = open('', {
      'PUT /user/mails': () => {
        tries += 1;
        return tries === 1 ? UNFORESEEN : { data: [{ kind: 'deposit-credited', is_on: false }] };
      },
    });
    const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'A deposit is credited' });
    await user.click(await box());
    assert.ok(await screen.findByText('Your choice could not be saved.'));
    assert.equal((await box()).checked, true);
    await user.click(await box());
    await waitFor(async () => assert.equal((await box()).checked, false));
    assert.deepEqual(writes().at(-1)?.body, { kind: 'deposit-credited', is_on: false });
  });
  type User = ReturnType<typeof open>['user'];
  const fill = async (user: User, label: RegExp, text: string) => {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  };
  const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));

  it('have these tabs, the first one open', async () => {
    open('');
    const tabs = (await screen.findAllByRole('tab')).map((tab) => tab.textContent);
    assert.deepEqual(tabs, ['Profile', 'Password', 'Security', 'API Key', 'Webhooks']);
    assert.ok(await screen.findByRole('button', { name: 'Save profile' }));
  });

  it('say of a tab that does not exist that it was not found', async () => {
    open('billing');
    assert.ok(await screen.findByText('Not found'));
    assert.ok(screen.getByText('There is no such section here. Choose one of those above.'));
    assert.ok(!screen.queryByRole('tab', { selected: true }));
    assert.ok(!screen.queryByRole('tabpanel'));
  });

  it('change the name, or say that it was not changed', async () => {
    let isAway = true;
    const saved = { message: 'Your profile has been updated.', data: customer({ name: 'Mia' }), pending_email: null };
    const { user } = open('profile', { 'PUT /auth/user': () => (isAway ? UNFORESEEN : saved) });
    await fill(user, /^Name/, 'Mia');
    await press(user, 'Save profile');
    assert.ok(await screen.findByText('Failed to update profile.'));
    isAway = false;
    await press(user, 'Save profile');
    assert.ok(await screen.findByText('Your profile has been updated.'));
  });

  it('ask to be erased, and take it back', async () => {
    let erasure: PersonalDataRequest | null = null;
    const request = (status: PersonalDataRequest['status']): PersonalDataRequest => ({
      id: idOf(70),
      kind: 'erasure',
      status,
      requested_at: AT,
      decided_at: null,
      note: null,
      done_at: null,
      download_until: null,
    });
    const { user } = open('profile', {
      'GET /user/personal-data': () => ({ ...NOTHING_ASKED, erasure }),
      'POST /user/personal-data/erasure': () => {
        erasure = request('requested');
        return { message: 'Your request was sent.', data: erasure };
      },
      'DELETE /user/personal-data/:id': () => {
        erasure = request('taken-back');
        return { message: 'Your request was taken back.', data: erasure };
      },
    });
    await press(user, 'Erase my account');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ask to be erased' }));
    await press(user, 'Take it back');
    assert.ok(await screen.findByText('Your request was taken back.'));
    assert.ok(await screen.findByRole('button', { name: 'Erase my account' }));
  });

  it('say what stands in the way of an erasure, and why one was refused', async () => {
    const refused = { status: 'refused', decided_at: AT, note: 'A dispute is open.' } as const;
    open('profile', {
      'GET /user/personal-data': {
        ...NOTHING_ASKED,
        obstacles: ['The EUR wallet holds €20.00. Withdraw or spend it first.'],
        erasure: { id: idOf(70), kind: 'erasure', requested_at: AT, done_at: null, download_until: null, ...refused },
      },
    });
    assert.ok(await screen.findByText(/The EUR wallet holds €20\.00/));
    assert.ok(screen.getByText('A dispute is open.'));
    assert.ok(!screen.queryByRole('button', { name: 'Erase my account' }));
    assert.ok(screen.getByRole('button', { name: 'Ask for a copy' }));
  });

  it('want the password for another address, and say which went wrong', async () => {
    const message = 'Password is incorrect';
    let isWrong = true;
    const wrong = refusal(422, { message, code: 'validation_failed', errors: { current_password: [message] } });
    const { user } = open('profile', { 'PUT /auth/user': () => (isWrong ? wrong : UNFORESEEN) });
    await fill(user, /New email/, 'mia@example.com');
    await press(user, 'Change email');
    assert.ok(await screen.findByText('Current password is required'));
    await fill(user, /Current password/, 'guess');
    await press(user, 'Change email');
    await waitFor(() => assert.equal(screen.getAllByText(message).length, 2, 'at its field and in the toast'));
    isWrong = false;
    await press(user, 'Change email');
    assert.ok(await screen.findByText('Failed to update email.'));
  });

  it('want a new password twice, and say that it could not be changed', async () => {
    const { user, writes } = open('password', { 'PUT /auth/user': UNFORESEEN });
    await fill(user, /Current password/, 'correct horse');
    await fill(user, /^New password/, 'short');
    await fill(user, /Confirm new password/, 'shorter');
    await press(user, 'Change password');
    assert.ok(await screen.findByText('Password must be at least 8 characters long'));
    await fill(user, /^New password/, 'battery staple');
    assert.ok(await screen.findByText('New passwords do not match.'));
    assert.deepEqual(writes(), []);
    await fill(user, /Confirm new password/, 'battery staple');
    await press(user, 'Change password');
    assert.ok(await screen.findByText('Failed to update password.'));
  });

  it('say that two-factor authentication could not be read', async () => {
    open('security', { ...NO_SESSIONS, 'GET /auth/mfa/factors': UNFORESEEN });
    assert.ok(await screen.findByText('Failed to load authentication factors'));
  });

  it('say that two-factor authentication could not be set up', async () => {
    const { user } = open('security', {
      ...NO_SESSIONS,
      'GET /auth/mfa/factors': { data: [], passkeys: [], recovery_codes_left: 0, reset_due_at: null },
      'POST /auth/mfa/enroll': UNFORESEEN,
    });
    await press(user, 'Enable two-factor authentication');
    assert.ok(await screen.findByText('Failed to initiate MFA setup'));
  });

  it('say that two-factor authentication could not be taken away', async () => {
    const { user } = open('security', {
      ...NO_SESSIONS,
      'GET /auth/mfa/factors': {
        data: [{ id: idOf(60), type: 'totp', status: 'verified', created_at: AT, verified_at: AT }],
        passkeys: [],
        recovery_codes_left: 10,
        reset_due_at: null,
      },
      'DELETE /auth/mfa/factors/:id': UNFORESEEN,
    });
    await press(user, 'Disable');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disable' }));
    assert.ok(await screen.findByText('Failed to disable two-factor authentication'));
  });

  it('label what an API key may do', async () => {
    open('api-key', { 'GET /api-key': { has_api_key: true, token: key, test_token: null } });
    for (const ability of key.abilities) assert.ok(await screen.findByText(ability));
  });

  it('say that the API key could not be read', async () => {
    open('api-key', { 'GET /api-key': UNFORESEEN });
    assert.ok(await screen.findByText('Failed to fetch API key'));
  });

  it('make an API key, or prefer the server’s reason why not', async () => {
    const answers = [
      UNFORESEEN,
      refusal(429, { message: 'Five keys a day are enough.', code: 'too_many_requests' }),
      { message: 'New API key has been generated.', token: { ...key, plain_text_token: 'gl_secret' } },
    ];
    const { user, writes } = open('api-key', {
      'GET /api-key': { has_api_key: false, token: null, test_token: null },
      'POST /api-key': () => answers.shift() ?? UNFORESEEN,
    });
    await press(user, 'Generate API key');
    const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }));
    const generate = async () => user.click(dialog.getByRole('button', { name: 'Generate' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Place orders' }));
    await user.type(dialog.getByLabelText(/Expires after days/), '30');
    await generate();
    assert.ok(await screen.findByText('Failed to generate API key'));
    await generate();
    assert.ok(await screen.findByText('Five keys a day are enough.'));
    await generate();
    assert.ok(await screen.findByText('gl_secret'));
    const body = writes().at(-1)?.body as { abilities: string[]; expires_in_days: number };
    assert.equal(body.expires_in_days, 30);
    assert.deepEqual(
      body.abilities.filter((ability) => /^(orders|codes):/.test(ability)),
      ['orders:write'],
    );
    assert.ok(await screen.findByText('New API key has been generated.'));
  });
});
