import assert from 'node:assert/strict';
import { it } from 'node:test';
import { screen, within } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { Footer } from './footer.tsx';

const open = (data: { links: { label: string; url: string }[] } | null) =>
  renderScreen(<Footer />, {
    realm: 'customer',
    answers: {
      'GET /texts': {
        data: (['privacy', 'terms', 'imprint', 'about'] as const).map((name) => ({
          name,
          title: name,
          version: 0,
          since: '2026-11-01T00:00:00.000Z',
          to_accept: false,
        })),
      },
      'GET /seller': {
        data: data && {
          name: 'Inkwell',
          legal: 'Ink Ltd · 1 High Street, United Kingdom',
          vat_id: 'GB980780684',
          time_zone: 'UTC',
          registration: null,
          support_email: null,
          accent: null,
          logo: null,
          logo_on_dark: null,
          ...data,
        },
      },
    },
  });

it('the foot of a page names the seller, and leads to its pages elsewhere: by a mark, or in words', async () => {
  open({
    links: [
      { label: 'LinkedIn', url: 'https://www.linkedin.com/company/ink' },
      { label: 'Blog', url: 'https://ink.co.uk' },
    ],
  });
  assert.ok(await screen.findByText('Ink Ltd · 1 High Street, United Kingdom · VAT GB980780684'));
  assert.match(screen.getByText(/All rights reserved/).textContent ?? '', /Inkwell/);
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  assert.equal(link('Inkwell on LinkedIn'), 'https://www.linkedin.com/company/ink');
  assert.equal(link('Blog'), 'https://ink.co.uk');
});

it('the foot of a page leaves out what is not said yet', async () => {
  open(null);
  assert.match((await screen.findByText(/All rights reserved/)).textContent ?? '', /Gift card store/);
  assert.equal(screen.queryByText(/VAT/), null);
});

it('the foot of a page leads to the texts that there are', async () => {
  open(null);
  const legal = within(screen.getByRole('navigation', { name: 'Legal' }));
  assert.ok(await legal.findByRole('link', { name: 'Imprint' }));
  assert.deepEqual(
    legal.getAllByRole('link').map((link) => link.textContent),
    ['Privacy Policy', 'Terms of Service', 'Imprint'],
  );
});
