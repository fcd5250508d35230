import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchQuery, QueryClient } from '@tanstack/react-query';
import { invalidate, keysBelow, queryKey } from '#web/lib/cache/query-key.ts';
import { addressOf, realmOf } from '#web/lib/call/call-path.ts';
import { api } from './api.ts';
import { apiQuery } from './api-query.ts';
import { downloadFile } from './download.ts';
import { upload } from './upload.ts';

const ID = '5f859169-b762-5d55-9bad-eb7a59b5b6e1';

/** It never runs; tsc checks it: it compiles, and each line that must not compile is marked. */
export async function typedCalls(client: QueryClient, file: File): Promise<readonly (string | undefined)[]> {
  const page = await api('GET /deposits', { query: { page: 2 } });
  const reference: string | undefined = page.data[0]?.reference;
  const saved = await api('POST /deposits', { body: { wallet_id: ID, amount: '1.00', user_notes: null } });
  const approved = await api('POST /admin/deposits/:id/approve', {
    params: { id: ID },
    body: { approved_amount: '1' },
    idempotencyKey: ID,
  });
  await api('POST /admin/users/:id/approve', { params: { id: ID } });
  await api('GET /wallets');
  await downloadFile('GET /deposits/:id/deposit-invoice', { params: { id: ID } }, 'invoice.pdf');
  await upload('POST /deposits/:id/payment-proof', { params: { id: ID }, files: { payment_proof: file } });
  await upload('POST /admin/carousel-images', { files: { 'items[0][image]': file } });
  const known = client.getQueryData(queryKey('GET /admin/orders/:id', { params: { id: ID } }));
  const number: string | undefined = known?.data.order_number;

  // @ts-expect-error no such path
  await api('GET /depositz', {});
  // @ts-expect-error no such method on the path
  await api('DELETE /deposits', {});
  // @ts-expect-error wrong body
  await api('POST /deposits', { body: { wallet: ID } });
  // @ts-expect-error a body is missing
  await api('POST /deposits', {});
  // @ts-expect-error a body where there is none
  await api('GET /deposits', { body: {} });
  // @ts-expect-error params are missing
  await api('GET /admin/deposits/:id', {});
  // @ts-expect-error params are missing altogether
  await api('GET /admin/deposits/:id');
  // @ts-expect-error another param
  await api('GET /admin/deposits/:id', { params: { deposit: ID } });
  // @ts-expect-error no such filter
  await api('GET /admin/deposits', { query: { state: 'pending' } });
  // @ts-expect-error no such status
  await api('GET /admin/deposits', { query: { status: 'pendingg' } });
  // @ts-expect-error a page is a number
  await api('GET /admin/deposits', { query: { page: 'two' } });
  // @ts-expect-error the answer has no such field
  page.data[0]?.refrence;
  // @ts-expect-error a file is not JSON
  await api('GET /deposits/:id/deposit-invoice', { params: { id: ID } });
  // @ts-expect-error JSON is not a file
  await downloadFile('GET /deposits', {}, 'deposits.pdf');
  // @ts-expect-error an upload is no JSON call
  await api('POST /deposits/:id/payment-proof', { params: { id: ID } });
  // @ts-expect-error no such file field
  await upload('POST /deposits/:id/payment-proof', { params: { id: ID }, files: { proof: file } });
  // @ts-expect-error the text fields of a brand are missing
  await upload('POST /admin/brands', { files: { logo: file } });
  // @ts-expect-error only reads are cached
  apiQuery('POST /deposits', { body: { wallet_id: ID, amount: '1.00', user_notes: null } });
  // @ts-expect-error nothing is read there
  await invalidate(client, '/admin/depositz');
  return [reference, saved.data.amount.formatted, approved.message, number];
}

describe('the address of a call', () => {
  it('given params and a query, then both are encoded and empty filters are left out', () => {
    const input = { params: { id: 'a/b' }, query: { page: 2, search: 'x & y', status: '', from: null, to: undefined } };
    assert.equal(
      addressOf('GET /wallets/:id/balance-history', input),
      '/api/wallets/a%2Fb/balance-history?page=2&search=x+%26+y',
    );
  });

  it("given an administrator's path, then their session carries it, and the customer's every other", () => {
    assert.equal(realmOf('POST /admin/login'), 'admin');
    assert.equal(realmOf('GET /user'), 'customer');
  });
});

describe('the key of a read', () => {
  const matches = (filter: readonly unknown[], key: readonly unknown[]) => {
    const query = new QueryClient().getQueryCache().build(new QueryClient(), { queryKey: key });
    return matchQuery({ queryKey: filter }, query);
  };
  const list = queryKey('GET /admin/deposits', { query: { page: 2, search: '' } });
  const one = queryKey('GET /admin/deposits/:id', { params: { id: ID } });

  it('is the path and what is asked', () => {
    assert.deepEqual(list, ['admin', 'deposits', { page: 2 }]);
    assert.deepEqual(one, ['admin', 'deposits', ID, {}]);
  });

  it('given a path, then all reads at and below it match', () => {
    assert.ok(matches(keysBelow('/admin/deposits'), list));
    assert.ok(matches(keysBelow('/admin/deposits'), one));
    assert.ok(!matches(keysBelow('/admin/orders'), list));
  });

  it('given a route without a question, then every question of that route matches and nothing below it', () => {
    assert.ok(matches(queryKey('GET /admin/deposits'), list));
    assert.ok(!matches(queryKey('GET /admin/deposits'), one));
  });

  it('given a stale route, then its reads are invalidated and those below it are not', async () => {
    const client = new QueryClient();
    client.setQueryData(['admin', 'deposits', { page: 2 }], {});
    client.setQueryData(['admin', 'deposits', ID, {}], {});
    await invalidate(client, 'GET /admin/deposits');
    assert.equal(client.getQueryState(list)?.isInvalidated, true);
    assert.equal(client.getQueryState(one)?.isInvalidated, false);
  });
});
