import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdminBrand } from '#bff/contract/shop/brand.ts';
import { mergeBrands, websiteHref, websiteLabel } from './merge-brands.ts';

const brand = (id: number, title: string, logo: string | null = null): AdminBrand => ({
  id,
  name: title,
  title,
  logo,
  logoUrl: logo,
  hasLogo: logo !== null,
  color: null,
  glyph: 'gift' as const,
  description: null,
  website: null,
  updated_at: '2026-01-01T00:00:00.000Z',
  products_count: 0,
});

describe('the list of brands', () => {
  it('given brands with and without a logo, then those with one come first and none comes twice', () => {
    const steam = brand(2, 'Steam', '/api/images/x/large');
    const merged = mergeBrands([steam], [brand(1, 'Amazon'), brand(2, 'Steam'), brand(3, 'Xbox')]);
    assert.deepEqual(
      merged.map(({ id }) => id),
      [2, 1, 3],
    );
    assert.equal(merged[0]?.hasLogo, true);
  });

  it("given 'All Brands' among the plain ones, then it is left out", () => {
    assert.deepEqual(mergeBrands([], [brand(1, 'All Brands')]), []);
  });
});

describe('the website of a brand', () => {
  it('given a web address, then it can be followed, with or without its scheme', () => {
    assert.equal(websiteHref('https://www.amazon.com'), 'https://www.amazon.com/');
    assert.equal(websiteHref('store.steampowered.com/gift'), 'https://store.steampowered.com/gift');
  });

  for (const bad of [null, '', 'javascript:alert(1)', 'data:text/html,x', 'not a website', 'localhost']) {
    it(`given ${JSON.stringify(bad)}, then there is nothing to follow`, () => assert.equal(websiteHref(bad), null));
  }

  it('is read without its scheme', () => {
    assert.equal(websiteLabel('https://www.apple.com/gift-cards/'), 'apple.com/gift-cards');
  });
});
