import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { Route } from 'wouter';
import type { Product } from '#bff/contract/shop/catalogue.ts';
import { ProductCard } from '#web/store/shop/shared/product-card.tsx';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { dollarWallet, idOf, steamCard, usd } from '#web/testing/samples.ts';
import { watchTimers } from '#web/testing/timers.ts';
import { ProductPage } from './product-page.tsx';
import { ProductsPage } from './products-page.tsx';

const NO_BRANDS = { 'GET /brands': { error: false, data: { brands: [] } } };
const NO_FILTERS = { regions: [], brand_names: [], facets: { region: [], brand_name: [] } };
const variantOf = (stock_amount: number) => ({ id: idOf(71), name: '$50', price: usd(5_000n), stock_amount });

describe('a product’s card', () => {
  const open = (change: Partial<Product>, answers: Answers = {}) =>
    renderScreen(<ProductCard product={steamCard(change)} href="/products/x" look={{}} />, {
      realm: 'customer',
      answers: { 'GET /wallets': { data: [dollarWallet()] }, ...answers },
    });

  it('has words for a name and a price that are not there', () => {
    open({ name: '', variant: null });
    assert.ok(screen.getByText('Product name not available'));
    assert.ok(screen.getByText('Price not available'));
  });

  it('says what is not sold any more, and what is ordered before it is there', () => {
    open({ isPermanentOutOfStock: true });
    assert.ok(screen.getByText('Out of stock'));
    open({ name: 'Hulu 50', variant: variantOf(0) });
    assert.ok(screen.getByText('Pre order'));
  });

  it('warns of more than there are, up to 99999, and keeps the last number where a text is none', async () => {
    const { user } = open({ variant: variantOf(5) });
    const quantity = screen.getByRole('textbox', { name: 'Quantity of Steam 50' });
    const type = async (text: string) => {
      await user.clear(quantity);
      await user.type(quantity, `${text}{Enter}`);
      return (quantity as HTMLInputElement).value;
    };
    assert.equal(await type('6'), '6');
    assert.ok(screen.getByText('Only 5 available'));
    assert.equal(await type('100000'), '99999');
    assert.equal(await type('many'), '99999');
    assert.equal(await type('1'), '1');
    assert.ok(!screen.queryByText('Only 5 available'));
  });

  it('is busy while it is added, and says why it was not', async () => {
    const answer = Promise.withResolvers<Response>();
    const { user } = open({}, { 'POST /cart': () => answer.promise });
    await screen.findByText('Steam 50');
    await user.click(screen.getByRole('button', { name: 'Add Steam 50 to cart' }));
    assert.ok(await screen.findByRole('button', { name: 'Adding...' }));
    answer.resolve(refusal(422, { message: 'No more of these.', code: 'validation_failed' }));
    assert.ok(await screen.findByText('Validation Error'));
    assert.ok(screen.getByText('No more of these.'));
  });
});

describe('the catalogue', () => {
  const none = { data: [], meta: { current_page: 1, last_page: 1, per_page: 24, total: 0, from: null, to: null } };
  /** Without products and filters, unless `answers` has some. */
  const openAt = (address: string, answers: Answers = {}) => {
    history.replaceState(null, '', address);
    return renderScreen(<ProductsPage />, {
      realm: 'customer',
      answers: { ...NO_BRANDS, 'GET /products': none, 'GET /products/filter-options': NO_FILTERS, ...answers },
    });
  };

  it('searches half a second after the last key, for two characters at least', async () => {
    const { user } = openAt('/products?page=2', { 'GET /products/search': { ...none, spelling: null } });
    const box = await screen.findByRole('searchbox', { name: 'Search products' });
    const timers = watchTimers();
    await user.type(box, 's');
    assert.equal(location.search, '?page=2');
    await timers.pass(500);
    assert.ok(await screen.findByText('Search term must be at least 2 characters long'));
    await user.type(box, 't');
    await timers.pass(500);
    assert.equal(location.search, '?search=st', 'from the first page on');
    assert.ok(!screen.queryByText('Search term must be at least 2 characters long'));
    assert.ok(screen.getByRole('button', { name: 'Table view', pressed: true }));
  });

  it('is shown as the address says, so that a link looks the same to anybody', async () => {
    const { user } = openAt('/products?view=grid');
    await user.click(await screen.findByRole('button', { name: 'Table view', pressed: false }));
    assert.equal(location.search, '?view=table');
    assert.ok(screen.getByRole('button', { name: 'Table view', pressed: true }));
    await user.click(screen.getByRole('button', { name: 'Grid view' }));
    assert.equal(location.search, '?view=grid');
  });

  it('names the nearest spelling, and how many products each filter leaves beside it', async () => {
    const { user } = openAt('/products?search=staem&region=jp', {
      'GET /products/search': { ...none, spelling: 'steam' },
      'GET /products/filter-options': ({ query }) => ({
        regions: ['us'],
        brand_names: ['Steam'],
        facets: {
          region: [{ value: 'us', count: query.term === 'staem' && query.brand_name === 'Steam' ? 5 : 7 }],
          brand_name: [{ value: 'Steam', count: 12 }],
        },
      }),
    });
    assert.ok(await screen.findByText('No product has “staem”. The nearest spelling is “steam”.'));
    assert.ok(screen.getByText('No products found'));
    const described = (name: string, description: string) =>
      screen.findByRole('checkbox', { name, description: `${description} products` });
    assert.ok(await described('United States', '7'));
    assert.ok(await described('Japan', '0'), 'chosen by the address, and no product has it');
    await user.click(await described('Steam', '12'));
    assert.equal(location.search, '?search=staem&brand_name=Steam&region=jp');
    assert.ok(await described('United States', '5'), 'among those of that brand');
  });

  it('asks for the filters on a small screen when they are opened', async (t) => {
    t.mock.method(globalThis, 'matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media.includes('<'), onchange: null }),
    );
    let asked = 0;
    const { user } = openAt('/products', {
      'GET /products/filter-options': () => {
        asked += 1;
        return { ...NO_FILTERS, facets: { region: [], brand_name: [{ value: 'Steam', count: 12 }] } };
      },
    });
    await screen.findByText('No products found');
    assert.equal(asked, 0);
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    assert.ok(await screen.findByRole('checkbox', { name: 'Steam' }));
    assert.equal(asked, 1);
  });

  it('says that it could not be loaded', async () => {
    openAt('/products', { 'GET /products': UNFORESEEN });
    assert.ok(await screen.findByText('Failed to load products'));
  });

  const open = (answer: Product | Response) => {
    history.replaceState(null, '', `/products/${idOf(70)}?page=3`);
    return renderScreen(
      <Route path="/products/:id">
        <ProductPage />
      </Route>,
      {
        realm: 'customer',
        answers: {
          ...NO_BRANDS,
          'GET /wallets': { data: [dollarWallet()] },
          'GET /products/:id': answer instanceof Response ? answer : { data: answer },
        },
      },
    );
  };

  it('leads back from a product to the page it was found on, and warns of too many', async () => {
    const { user } = open(steamCard({ variant: variantOf(1), description: '<p>Redeem <b>online</b>.</p>' }));
    assert.equal((await screen.findByText('online')).tagName, 'B');
    assert.equal(screen.getByRole('link', { name: 'Back to products' }).getAttribute('href'), '/products?page=3');
    assert.ok(screen.getByText(idOf(71)), 'the variant id');
    await user.click(screen.getByRole('button', { name: 'Increase quantity of Steam 50' }));
    assert.ok(screen.getByText('Only 1 available in stock'));
    assert.ok(screen.getByRole('button', { name: 'Add to cart' }));
  });

  it('says that there is no such product', async () => {
    open(refusal(404, { message: 'Product not found', code: 'not_found' }));
    assert.ok(await screen.findByText('Product not found'));
  });
});
