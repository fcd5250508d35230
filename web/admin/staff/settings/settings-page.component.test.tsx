import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import type { AdminSettings, SettingsEntry } from '#bff/contract/office/admin-settings.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { AT, idOf } from '#web/testing/samples.ts';
import { RULE_SETTINGS } from '#web/testing/settings-samples.ts';
import { SettingsPage } from './settings-page.tsx';

const account = (change: Partial<NonNullable<AdminSettings['accounts']['value']>['accounts'][number]> = {}) => ({
  id: 'eur',
  currency: 'EUR' as const,
  is_standard: true,
  beneficiary: 'Ink Ltd',
  bank: 'Commerzbank',
  number: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  routing: null,
  ...change,
});
const settings = (change: Partial<AdminSettings> = {}): AdminSettings => ({
  version: 2,
  seller: {
    value: {
      name: 'Ink Ltd',
      trade_name: null,
      address: '1 High Street\nLeeds',
      country: 'GB',
      vat_id: 'GB980780684',
      registration: null,
      email: 'books@ink.co.uk',
      support_email: null,
      mail_from: null,
      links: [],
      time_zone: 'UTC',
    },
    version: 1,
    waiting: null,
  },
  accounts: { value: { accounts: [account()] }, version: 2, waiting: null },
  look: { value: null, version: 0, waiting: null },
  ...RULE_SETTINGS,
  currencies: ['EUR', 'USD'],
  wait_hours: 24,
  is_alone: false,
  missing: [],
  asked_accounts: [],
  deposits_into_recalled: 0,
  newer: [],
  ...change,
});
const waiting = (change: object = {}): AdminSettings =>
  settings({
    accounts: {
      ...settings().accounts,
      waiting: {
        id: idOf(5),
        value: { accounts: [account({ number: 'AT61 1904 3002 3457 3201' })] },
        why: 'A new bank',
        by: { id: idOf(91), name: 'Bea Okafor' },
        at: AT,
        confirmed_by: null,
        due_at: null,
        may_confirm: true,
        ...change,
      },
    },
  });
const entry: SettingsEntry = {
  position: '7',
  section: 'seller',
  title: 'Seller',
  step: 'changed',
  version: 2,
  at: AT,
  why: 'We moved',
  by: { id: idOf(90), name: 'Ada Byron' },
  changes: [{ field: 'Address', before: '2 Low Street', after: '1 High Street' }],
};
const saved = { message: 'Saved. It counts from now on.', data: settings() };

const open = (given: AdminSettings = settings(), answers: Answers = {}, roles: Role[] = ['owner']) =>
  renderScreen(<SettingsPage />, {
    realm: 'admin',
    roles,
    answers: {
      'GET /admin/settings': { data: given },
      'GET /admin/settings/texts': { data: { texts: [], missing: [] } },
      'GET /admin/settings/history': { data: [entry] },
      ...answers,
    },
  });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the settings', () => {
  it('show how the store looks, refuse a colour that cannot be read, and save the nearest one', async () => {
    const { user, writes } = open(settings(), { 'PUT /admin/settings/look': saved });
    await user.click(await screen.findByRole('button', { name: 'Change the look' }));
    const form = await dialog('Change the look');
    await user.type(form.getByLabelText('Accent colour'), '#ffcc00');
    assert.ok(await form.findByText(/^White text on #ffcc00 has a contrast of 1\.5 to 1/));
    await user.type(form.getByLabelText(/^Reason/), 'Our colour');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => assert.equal(form.getAllByText(/^White text on #ffcc00/).length, 2));
    assert.deepEqual(writes(), []);
    await user.click(form.getByRole('button', { name: 'Use #8f720a' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => assert.equal(writes().length, 1));
    assert.deepEqual(writes()[0]?.body, {
      accent: '#8f720a',
      logo: null,
      logo_on_dark: null,
      why: 'Our colour',
      expect_version: 0,
    });
  });

  it('show who sells, where customers pay, and who changed what and why', async () => {
    const { user } = open();
    await screen.findByText('GB980780684');
    assert.ok(screen.getByText('DE89 3704 0044 0532 0130 00'));
    assert.ok(screen.getByText('Standard'));
    await user.click(await screen.findByRole('button', { name: /Seller changed/ }));
    assert.ok(await screen.findByText('2 Low Street'));
    assert.match(screen.getByText(/We moved/).textContent ?? '', /Ada Byron/);
  });

  it('offer no change to who may only read them', async () => {
    open(waiting(), {}, ['finance']);
    await screen.findByText('GB980780684');
    for (const name of ['Change the seller', 'Add an account', 'Confirm', 'Withdraw']) {
      assert.equal(screen.queryByRole('button', { name }), null, name);
    }
  });

  it('say what a newer version has written, where this one does not know all of it', async () => {
    const newer = [
      { title: 'Money', names: ['wireFee', 'payoutAccounts.0.swift'] },
      { title: 'Settings of a newer version', names: ['giftWrap'] },
    ];
    open(settings({ newer }));
    const alert = within(await screen.findByRole('alert'));
    assert.ok(alert.getByText('Money: wireFee, payoutAccounts.0.swift'));
    assert.ok(alert.getByText('Settings of a newer version: giftWrap'));
    assert.ok(alert.getByText(/changes none of these/));
  });

  it('say why deposits are not open, and that nothing is set yet', async () => {
    const missing = ['Nobody has said who sells.', 'No account is set for deposits in EUR.'];
    open(
      settings({
        seller: { value: null, version: 0, waiting: null },
        accounts: { value: null, version: 0, waiting: null },
        missing,
      }),
    );
    const alert = within(await screen.findByRole('alert'));
    for (const each of missing) assert.ok(alert.getByText(each));
    assert.ok(screen.getByText('Nobody has said who sells'));
    assert.ok(screen.getByText('No account yet'));
  });

  it('can be loaded again where that failed', async () => {
    let fails = true;
    const { user } = open(settings(), {
      'GET /admin/settings': () =>
        fails ? refusal(503, { code: 'unavailable', message: 'Not now.' }) : { data: settings() },
    });
    const retry = await screen.findByRole('button', { name: /Try again/i });
    fails = false;
    await user.click(retry);
    await screen.findByText('GB980780684');
  });

  it('of the seller are saved with a reason and the version that was shown; what was typed stays after a refusal', async () => {
    let refuses = true;
    const { user, writes } = open(settings(), {
      'PUT /admin/settings/seller': () =>
        refuses
          ? refusal(422, { code: 'validation_failed', message: 'No.', errors: { vat_id: ['It is an example.'] } })
          : saved,
    });
    await user.click(await screen.findByRole('button', { name: 'Change the seller' }));
    const form = await dialog('Change the seller');
    const name = form.getByRole('textbox', { name: /Name of the company/ });
    await user.clear(name);
    await user.type(name, 'Paper Ltd');
    await user.type(form.getByRole('textbox', { name: /Links/ }), 'Our Blog https://ink.co.uk/blog');
    await user.click(form.getByRole('button', { name: 'Save' }));
    assert.ok(await form.findByText('Please say why'));
    await user.type(form.getByRole('textbox', { name: /Reason/ }), 'Renamed');
    await user.click(form.getByRole('button', { name: 'Save' }));
    assert.ok(await form.findByText('It is an example.'));
    assert.equal((name as HTMLInputElement).value, 'Paper Ltd');
    refuses = false;
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => assert.equal(screen.queryByRole('dialog'), null));
    const { body } = writes().at(-1) ?? assert.fail('a write');
    const { why, expect_version, links } = body as { why: string; expect_version: number; links: unknown };
    assert.deepEqual([why, expect_version], ['Renamed', 1]);
    assert.deepEqual(links, [{ label: 'Our Blog', url: 'https://ink.co.uk/blog' }]);
  });

  it('of accounts take one more, checked sign by sign, with one standard a currency', async () => {
    const { user, writes } = open(settings(), { 'PUT /admin/settings/accounts': saved });
    await user.click(await screen.findByRole('button', { name: 'Add an account' }));
    const form = await dialog('Add an account');
    await user.type(form.getByRole('textbox', { name: /Beneficiary/ }), 'Ink Ltd');
    await user.type(form.getByRole('textbox', { name: /^Bank/ }), 'A bank, New York');
    await user.type(form.getByRole('textbox', { name: /IBAN/ }), '4471 9020 13');
    await user.type(form.getByRole('textbox', { name: /routing/ }), '021000088');
    await user.type(form.getByRole('textbox', { name: /Reason/ }), 'Dollars');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const routing = await form.findByText(/routing number has nine digits/);
    assert.ok(routing);
    await user.clear(form.getByRole('textbox', { name: /routing/ }));
    await user.type(form.getByRole('textbox', { name: /routing/ }), '021000089');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => assert.equal(screen.queryByRole('dialog'), null));
    const { accounts, expect_version } = (writes().at(-1)?.body ?? {}) as {
      accounts: { currency: string; is_standard: boolean; routing: string | null }[];
      expect_version: number;
    };
    assert.equal(expect_version, 2);
    assert.deepEqual(
      accounts.map(({ currency, is_standard, routing: aba }) => [currency, is_standard, aba]),
      [
        ['EUR', true, null],
        ['USD', true, '021000089'],
      ],
    );
  });

  it('of accounts recall one that was wrong, also one of before, and name the deposits that ask to pay into it', async () => {
    const asked = { ...account(), is_now: true, is_recalled: false, is_being_recalled: false };
    const earlier = { ...asked, id: 'old', number: 'NL91 ABNA 0417 1643 00', is_now: false, is_recalled: true };
    const doubted = {
      ...asked,
      id: 'doubted',
      currency: 'USD' as const,
      number: '00012',
      is_now: false,
      is_being_recalled: true,
    };
    const given = settings({ asked_accounts: [asked, earlier, doubted], deposits_into_recalled: 1 });
    const { user, writes } = open(given, { 'PUT /admin/settings/recalls': saved });
    assert.ok(await screen.findByText('1 pending deposit names a recalled account'));
    assert.equal(screen.getAllByText('Recall waits').length, 1);
    const link = screen.getByRole('link', { name: 'Look at them' });
    assert.equal(link.getAttribute('href'), '/admin/deposits?status=recalled_account');
    for (const [name, title, confirm] of [
      [/^Recall the EUR/, 'Recall the account', 'Recall'],
      [/^Take back the recall of the EUR account NL91/, 'Take the recall back', 'Take back'],
    ] as const) {
      await user.click(screen.getByRole('button', { name, hidden: true }));
      const form = await dialog(title);
      await user.type(form.getByRole('textbox', { name: /Reason/ }), 'Wrong digits');
      await user.click(form.getByRole('button', { name: confirm }));
      await waitFor(() => assert.equal(screen.queryByRole('dialog'), null));
    }
    const stated = { currency: 'EUR', routing: null, why: 'Wrong digits', expect_version: 0 };
    assert.deepEqual(
      writes().map(({ body }) => body),
      [
        { ...stated, number: asked.number, is_recalled: true },
        { ...stated, number: earlier.number, is_recalled: false },
      ],
    );
  });

  it('of accounts recall another one beside one that waits, and take none back meanwhile', async () => {
    const asked = { ...account(), is_now: true, is_recalled: false, is_being_recalled: false };
    const earlier = { ...asked, id: 'old', number: 'NL91 ABNA 0417 1643 00', is_now: false, is_recalled: true };
    const doubted = { ...asked, id: 'doubted', number: '00012', is_now: false, is_being_recalled: true };
    const waits = {
      ...waiting().accounts.waiting,
      id: idOf(6),
      changes: [{ field: 'EUR, account 00012', before: null, after: 'Recalled' }],
    };
    const given = settings({
      asked_accounts: [asked, earlier, doubted],
      recalls: { ...settings().recalls, waiting: waits as never },
    });
    const { user } = open(given);
    await user.click(await screen.findByRole('button', { name: /^Recall the EUR account/ }));
    assert.ok((await dialog('Recall the account')).getByText(/decided together with the recall that waits/));
    assert.equal(screen.queryByRole('button', { name: /^Take back/, hidden: true }), null);
    assert.equal(screen.queryAllByRole('button', { name: /^Recall the/, hidden: true }).length, 1);
  });

  it('that wait are confirmed by another owner, and withdrawn until they count', async () => {
    const { user, writes } = open(waiting(), {
      'POST /admin/settings/changes/:id/confirm': { message: 'Confirmed.', data: settings() },
      'POST /admin/settings/changes/:id/withdraw': { message: 'Withdrawn.', data: settings() },
    });
    const change = within((await screen.findByText('A change waits')).closest('[role="status"]') as HTMLElement);
    assert.ok(change.getByText('AT61 1904 3002 3457 3201'));
    assert.ok(change.getByText(/It does not count before another owner confirms it\./));
    assert.equal(screen.queryByRole('button', { name: 'Add an account' }), null, 'one change waits at a time');
    for (const name of ['Confirm', 'Withdraw']) {
      await user.click(change.getByRole('button', { name }));
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
      await waitFor(() => assert.equal(screen.queryByRole('alertdialog'), null));
    }
    assert.deepEqual(
      writes().map(({ key }) => key.split('/').at(-1)),
      ['confirm', 'withdraw'],
    );
  });

  it('that were confirmed count down', async () => {
    open(waiting({ due_at: new Date(Date.now() + 3_600_000).toISOString(), may_confirm: false }));
    assert.match((await screen.findByRole('timer')).textContent ?? '', /^(1 h 0 min|60 min)$/);
    assert.equal(screen.queryByRole('button', { name: 'Confirm' }), null);
  });

  it('of the seller that wait show what they change, and are decided like those of accounts', async () => {
    const { seller, accounts } = waiting();
    const value = { ...(seller.value ?? assert.fail('a seller')), country: 'NL', mail_from: 'us@ink.co.uk' };
    const change = accounts.waiting ?? assert.fail('a change');
    const given = settings({ seller: { ...seller, waiting: { ...change, value } } });
    const { user, writes } = open(given, {
      'POST /admin/settings/changes/:id/confirm': { message: 'Confirmed.', data: settings() },
    });
    const shown = within((await screen.findByText('A change waits')).closest('[role="status"]') as HTMLElement);
    assert.ok(shown.getByText('United Kingdom → Netherlands'));
    assert.ok(shown.getByText('nothing → us@ink.co.uk'));
    assert.equal(shown.queryByText(/Ink Ltd/), null, 'what stays is not repeated');
    assert.ok(shown.getByText(/Until then nothing else is changed here/));
    assert.equal(screen.queryByRole('button', { name: 'Change the seller' }), null, 'one change waits at a time');
    await user.click(shown.getByRole('button', { name: 'Confirm' }));
    const asked = within(await screen.findByRole('alertdialog'));
    assert.ok(asked.getByText(/country and VAT number/));
    await user.click(asked.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => assert.equal(writes().at(-1)?.key.split('/').at(-1), 'confirm'));
  });

  it('of the seller say what waits before they are saved', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Change the seller' }));
    const form = await dialog('Change the seller');
    assert.ok(
      form.getByText(/confirms a change of country, VAT number, or sender email, and it counts 24 hours later/),
    );
    assert.ok(form.getByText(/Anything else counts at once/));
  });
});
