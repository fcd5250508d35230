import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import { Route } from 'wouter';
import type { AdminText } from '#bff/contract/office/texts.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { pressRepeatedly, renderScreen, textIn } from '#web/testing/render.tsx';
import { AT, idOf } from '#web/testing/samples.ts';
import { TextPage } from './text-page.tsx';
import { TextsCard } from './texts-card.tsx';

const ROUTE = 'GET /admin/settings/texts/:name';
const PUT = 'PUT /admin/settings/texts/:name';
const ada = { id: idOf(90), name: 'Ada Byron' };
const standard = {
  version: 0,
  since: '2026-11-01T00:00:00.000Z',
  until: AT,
  by: null,
  why: null,
  is_written: false,
  characters: 11,
};
const own = { ...standard, version: 3, since: AT, until: null, by: ada, why: 'A new law', is_written: true };
const terms = (change: Partial<AdminText> = {}): AdminText => ({
  name: 'terms',
  title: 'Terms of Service',
  text: 'Our **terms**',
  shown: own,
  version: 3,
  standard: '## Standard',
  versions: [own, standard],
  ...change,
});
const saved = (data: AdminText) => ({ message: 'Saved. It counts from now on.', data });

function open(
  text: AdminText,
  answers: Answers = {},
  { roles = ['owner'], search = '' }: { roles?: Role[]; search?: string } = {},
) {
  history.replaceState(null, '', `/admin/settings/texts/${text.name}${search}`);
  return renderScreen(
    <Route path="/admin/settings/texts/:name">
      <TextPage />
    </Route>,
    { realm: 'admin', roles, answers: { [ROUTE]: { data: text }, ...answers } },
  );
}
const field = () => screen.findByRole('textbox', { name: /^Text/ });
const reason = () => screen.getByRole('textbox', { name: /Reason/ });
const save = () => screen.getByRole('button', { name: 'Save and show it' });
const preview = () => within(screen.getByRole('region', { name: 'Preview' }));

describe('a text of the store', () => {
  it('is shown as it is typed, and saved once with its reason and the version that was seen', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof saved>>();
    const { user, writes } = open(terms(), { [PUT]: () => answer.promise });
    const text = await field();
    assert.equal(textIn(text), 'Our **terms**');
    await user.clear(text);
    await user.type(text, '# Orders{enter}{enter}They are *ours*.');
    assert.ok(await preview().findByRole('heading', { name: 'Orders' }));
    await user.type(reason(), 'Clearer');
    await pressRepeatedly(user, save());
    await waitFor(() => assert.equal(writes().length, 1));
    answer.resolve(saved(terms()));
    assert.deepEqual(writes()[0]?.body, { text: '# Orders\n\nThey are *ours*.', why: 'Clearer', expect_version: 3 });
    await waitFor(() => assert.equal(textIn(reason()), ''));
  });

  it('says in which line it cannot be shown, and sends nothing', async () => {
    const { user, writes } = open(terms());
    const text = await field();
    await user.clear(text);
    await user.type(text, 'One{enter}{enter}<script>alert(1)</script>');
    assert.ok(await preview().findByText(/^Line 3: HTML is not shown/));
    await user.type(reason(), 'Clearer');
    await user.click(save());
    await waitFor(() => assert.equal(text.getAttribute('aria-invalid'), 'true'));
    assert.deepEqual(writes(), []);
    assert.equal(document.querySelector('script'), null);
  });

  it('begins with the standard text where somebody wants it, and goes back to it when it is emptied', async () => {
    const { user, writes } = open(terms({ text: '## Standard', shown: standard, version: 0 }), {
      [PUT]: saved(terms()),
    });
    assert.equal(textIn(await field()), '', 'the standard text is not anybody’s own');
    assert.ok(preview().getByText(/the store shows its standard text/));
    await user.click(screen.getByRole('button', { name: 'Begin with the standard text' }));
    assert.equal(textIn(await field()), '## Standard');
    await user.clear(await field());
    await user.type(reason(), 'Back');
    await user.click(save());
    await waitFor(() => assert.deepEqual(writes()[0]?.body, { text: null, why: 'Back', expect_version: 0 }));
  });

  it('keeps what was typed when another owner was first', async () => {
    const changed = refusal(409, { code: 'changed_elsewhere', message: 'Another owner changed these settings.' });
    let now = terms();
    const { user } = open(terms(), { [ROUTE]: () => ({ data: now }), [PUT]: () => changed.clone() });
    const text = await field();
    await user.clear(text);
    await user.type(text, 'Mine');
    await user.type(reason(), 'Mine');
    now = terms({ text: 'Theirs', version: 4, shown: { ...own, version: 4 } });
    await user.click(save());
    assert.ok(await screen.findByText(/Another owner changed these settings\. What you typed stays/));
    await user.click(screen.getByRole('button', { name: 'Load the latest' }));
    await screen.findByText('This is the latest');
    assert.equal(textIn(await field()), 'Mine');
  });

  it('is shown as it was, with who wrote it and why, and cannot be changed there', async () => {
    const asked: unknown[] = [];
    open(
      terms(),
      {
        [ROUTE]: ({ query }) => {
          asked.push(query);
          return { data: terms({ text: 'As it *was*', shown: { ...own, version: 2, until: AT } }) };
        },
      },
      { search: '?on=2026-10-31' },
    );
    assert.ok(await screen.findByText('This is how it was at the end of 2026-10-31 (UTC)'));
    assert.ok(screen.getByText(/It was written by Ada Byron/));
    assert.ok(screen.getByText('was'));
    assert.equal(screen.queryByRole('textbox', { name: /^Text/ }), null);
    assert.deepEqual(asked[0], { on: '2026-10-31' });
  });

  it('is read by finance, who does not change it', async () => {
    open(terms(), {}, { roles: ['finance'] });
    assert.ok(await screen.findByText('terms'));
    assert.equal(screen.queryByRole('button', { name: 'Save and show it' }), null);
    assert.ok(screen.getByText('Ada Byron: “A new law”'));
  });
});

it('the settings list the texts, and say which are missing', async () => {
  const entry = { title: 'Imprint', is_written: false, has_standard: false, changed_at: null, changed_by: null };
  renderScreen(<TextsCard />, {
    realm: 'admin',
    answers: {
      'GET /admin/settings/texts': {
        data: {
          texts: [
            { ...entry, name: 'terms', title: 'Terms of Service', is_written: true, changed_at: AT, changed_by: ada },
            { ...entry, name: 'imprint' },
          ],
          missing: ['There is no imprint.'],
        },
      },
    },
  });
  assert.ok(await screen.findByText('There is no imprint.'));
  assert.equal(
    screen.getByRole('link', { name: 'Terms of Service' }).getAttribute('href'),
    '/admin/settings/texts/terms',
  );
  assert.ok(screen.getByText('None'));
  assert.ok(screen.getByText('Your own'));
});
