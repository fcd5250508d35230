import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import type { PublicText } from '#bff/contract/office/texts.ts';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { AboutPage } from './about-page.tsx';
import { FaqPage } from './faq-page.tsx';
import { ImprintPage, TermsPage } from './text-pages.tsx';

const words = (text: string) => ({ kind: 'text' as const, text });
const text = (change: Partial<PublicText> = {}): PublicText => ({
  name: 'terms',
  title: 'Terms of Service',
  version: 3,
  since: '2026-11-03T23:30:00.000Z',
  until: null,
  blocks: [
    { kind: 'heading', level: 2, of: [words('Orders')] },
    {
      kind: 'paragraph',
      of: [
        ...[words('See '), { kind: 'link' as const, href: '/faq', of: [words('questions')] }, words(' <b>')],
        { kind: 'link', href: 'mailto:help@ink.co.uk', of: [words('us')] },
      ],
    },
    { kind: 'list', first: 4, items: [[{ kind: 'paragraph', of: [words('four')] }]] },
  ],
  versions: [
    { version: 3, since: '2026-11-03T23:30:00.000Z' },
    { version: 0, since: '2026-11-01T00:00:00.000Z' },
  ],
  ...change,
});
const open = (page: Parameters<typeof renderScreen>[0], answer: Answers['GET /texts/:name'], search = '') => {
  history.replaceState(null, '', `/terms${search}`);
  return renderScreen(page, { realm: 'customer', answers: { 'GET /texts/:name': answer } });
};

describe('a page with a text of the store', () => {
  it('shows it as the seller wrote it, and leads to what held before', async () => {
    const { user } = open(<TermsPage />, { data: text() });
    assert.ok(await screen.findByRole('heading', { level: 2, name: 'Orders' }));
    assert.equal(screen.getByRole('link', { name: 'questions' }).getAttribute('href'), '/faq');
    assert.equal(screen.getByRole('link', { name: 'us' }).getAttribute('href'), 'mailto:help@ink.co.uk');
    assert.ok(screen.getByText(/<b>/), 'signs are shown as signs');
    assert.equal(document.querySelector('ol')?.start, 4);
    await user.click(screen.getByRole('button', { name: /Last updated on November 3, 2026/ }));
    assert.equal(screen.getByRole('link', { name: 'From November 1, 2026' }).getAttribute('href'), '/terms?version=0');
  });

  it('says that an earlier version does not hold any more', async () => {
    const asked: unknown[] = [];
    open(
      <TermsPage />,
      ({ query }) => {
        asked.push(query);
        return { data: text({ version: 0, until: '2026-11-03T23:30:00.000Z' }) };
      },
      '?version=0',
    );
    assert.ok(await screen.findByText('This does not hold any more'));
    assert.deepEqual(asked, [{ version: '0' }]);
    assert.equal(screen.getByRole('link', { name: 'Show what holds now' }).getAttribute('href'), '/terms');
  });

  it('is no page where nobody has written it, and says so for a day before it was', async () => {
    open(<ImprintPage />, { data: null });
    assert.ok(await screen.findByText('Page not found'));
  });

  it('says so where there was none on the day that is asked for', async () => {
    open(<ImprintPage />, { data: null }, '?on=2026-01-01');
    assert.ok(await screen.findByText('The store did not show this text then'));
  });
});

it('the headings of the FAQ are questions that open', async () => {
  const { user } = open(<FaqPage />, { data: text({ name: 'faq' }) });
  const question = await screen.findByRole('button', { name: 'Orders' });
  assert.equal(screen.queryByText('four'), null);
  await user.click(question);
  assert.ok(screen.getByText('four'));
});

it('About Us is the store’s own page until the seller writes another one', async () => {
  open(<AboutPage />, { data: text({ name: 'about', version: 0, blocks: null }) });
  assert.ok(await screen.findByText('50,000+'));
});

it('About Us is what the seller wrote', async () => {
  open(<AboutPage />, { data: text({ name: 'about' }) });
  assert.ok(await screen.findByRole('heading', { level: 2, name: 'Orders' }));
  assert.equal(screen.queryByText('50,000+'), null);
});
