import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, within } from '@testing-library/react';
import type { Brand } from '#bff/contract/shop/brand.ts';
import { type Answers, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { customer, dollarWallet, steamCard } from '#web/testing/samples.ts';
import { HomePage } from './home-page.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const brand = (id: number): Brand => ({
  id,
  name: `Brand ${id}`,
  title: `Brand ${id}`,
  logo: null,
  logoUrl: null,
  hasLogo: false,
  color: null,
  glyph: 'gift',
  description: null,
  website: null,
  updated_at: AT,
});

describe('home', () => {
  const open = (answers: Answers = {}) =>
    renderScreen(<HomePage />, {
      realm: 'customer',
      answers: {
        'GET /user': { data: customer() },
        'GET /wallets': { data: [dollarWallet()] },
        'GET /carousel-images': { error: false, data: { carouselImages: [] } },
        'GET /brands': { error: false, data: { brands: [] } },
        'GET /products/most-recent': { data: { mostRecentProducts: [] } },
        'GET /products/most-purchased': { data: { mostPurchasedProducts: [] } },
        'GET /products/near-out-of-stock': { data: { nearOutOfStockProducts: [] } },
        ...answers,
      },
    });

  it('says of each section that it has nothing, and shows no banner and no brands where there are none', async () => {
    open();
    assert.ok(await screen.findByText('No recently added products available at the moment.'));
    assert.ok(await screen.findByText('No most purchased products available at the moment.'));
    assert.ok(await screen.findByText('No low stock products at the moment.'));
    assert.ok(!screen.queryByRole('region', { name: 'Highlights' }));
    assert.ok(!screen.queryByRole('heading', { name: 'Brands' }));
  });

  it('has the narrow part of a banner for phones, and its sizes for everything else, the first one at once', async () => {
    const OWN = '/api/images/7c0e7a9e-0000-4000-8000-000000000001/';
    const banner = (id: number, image: string) => ({
      id,
      image,
      url: null,
      updated_at: AT,
      media: [{ file_name: `banner-${id}.png` }],
    });
    const carouselImages = [banner(1, `${OWN}large`), banner(2, 'https://elsewhere.example/banner.png')];
    open({ 'GET /carousel-images': { error: false, data: { carouselImages } } });
    const own = await screen.findByRole('img', { name: 'Banner 1' });
    const narrow = own.parentElement?.querySelector('source');
    assert.equal(narrow?.getAttribute('media'), '(width < 40rem)');
    assert.equal(narrow?.getAttribute('srcset'), `${OWN}narrow`);
    assert.match(own.getAttribute('srcset') ?? '', /medium-large 640w, .*large 1920w$/);
    assert.deepEqual([own.getAttribute('loading'), own.getAttribute('fetchpriority')], ['eager', 'high']);
    const foreign = screen.getByRole('img', { name: 'Banner 2' });
    assert.equal(foreign.parentElement?.querySelector('source'), null);
    assert.equal(foreign.getAttribute('srcset'), null);
    assert.equal(foreign.getAttribute('loading'), 'lazy');
  });

  it('shows twenty brands at most, each with its products, before all of them', async () => {
    const brands = Array.from({ length: 25 }, (_, index) => brand(index + 1));
    open({ 'GET /brands': { error: false, data: { brands } } });
    const section = within(await screen.findByRole('region', { name: 'Brands' }));
    const links = section.getAllByRole('link').map((link) => link.getAttribute('href'));
    assert.equal(links.length, 21);
    assert.deepEqual([links[0], links[1]], ['/products', '/products?brand_name=Brand%201']);
  });

  it('has one message where nothing could be loaded, and loads everything again', async () => {
    let isDown = true;
    const answerOf =
      <T,>(answer: T) =>
      () =>
        isDown ? UNFORESEEN : answer;
    const { user } = open({
      'GET /carousel-images': answerOf({ error: false as const, data: { carouselImages: [] } }),
      'GET /brands': answerOf({ error: false as const, data: { brands: [brand(1)] } }),
      'GET /products/most-recent': answerOf({ data: { mostRecentProducts: [] } }),
      'GET /products/most-purchased': answerOf({ data: { mostPurchasedProducts: [] } }),
      'GET /products/near-out-of-stock': answerOf({ data: { nearOutOfStockProducts: [] } }),
    });
    await screen.findByText('The store could not be loaded. Your money and orders are untouched.');
    assert.equal(screen.getAllByRole('button', { name: 'Try again' }).length, 1);
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    assert.ok(await screen.findByRole('region', { name: 'Brands' }));
    assert.ok(await screen.findByText('No low stock products at the moment.'));
  });

  it('has a slider of more than four products, and a grid of fewer', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => steamCard({ id: `card-${index}` }));
    open({
      'GET /products/most-recent': { data: { mostRecentProducts: many(5) } },
      'GET /products/most-purchased': { data: { mostPurchasedProducts: many(4) } },
      'GET /products/near-out-of-stock': UNFORESEEN,
    });
    const slider = await screen.findByRole('button', { name: 'Next slide' });
    assert.equal(slider.closest('section')?.getAttribute('aria-label'), 'Recently Added Products: slides');
    assert.equal(screen.getAllByRole('button', { name: 'Next slide' }).length, 1);
    assert.ok(await screen.findByText('Failed to load products'));
  });
});
