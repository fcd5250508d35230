import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { ApiKeyAbility } from '#bff/contract/base/api-key-abilities.ts';
import { type ClientSource, createClientPackage } from '#bff/outside/openapi/client/client-package.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';
import { approvedCustomer, topUp } from './newcomer.ts';
import { call, IN_TURN, type Stage } from './stage.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A customer's program on the generated package. It buys a product that no other path archives. */
const BUY = `
import { ClientError, createClient } from 'giftledger-client';

const [baseUrl = '', token = ''] = process.argv.slice(2);
const client = createClient({ baseUrl, token });
const wallet = (await client.listWallets()).data.find(({ currency }) => currency === 'USD');
const found = await client.searchProducts({ query: { term: 'Steam $20', per_page: 50 } });
const variant = found.data.map((product) => product.variant).find((each) => (each?.stock_amount ?? 0) > 0);
if (!wallet || !variant) throw new Error('There is nothing to buy.');
await client.clearCart({ query: { wallet_id: wallet.id } });
await client.addToCart({ body: { wallet_id: wallet.id, variant_id: variant.id, quantity: 1 } });
const purchase = { body: { wallet_id: wallet.id }, idempotencyKey: crypto.randomUUID() };
const { order } = await client.checkout(purchase);
const again = await client.checkout(purchase);
const { data } = await client.getOrderCodes({ params: { id: order.id } });
const refused = await client.getOrder({ params: { id: crypto.randomUUID() } }).catch((error: unknown) => error);
if (!(refused instanceof ClientError)) throw new Error('An order that there is not was found.');
// @ts-expect-error: the document says that an order is found by its id.
void (() => client.getOrder());
// @ts-expect-error: … and which states there are.
void (() => order.payment_status === 'paid');
console.log(
  JSON.stringify({
    orderId: order.id,
    againId: again.order.id,
    refused: [refused.status, refused.body.code],
    codes: data.data.flatMap(({ codes }) => codes),
  }),
);
`;

/** A customer's own systems: a program on the generated client, and a receiver of webhooks. */
export function apiPaths(stage: Stage): void {
  describe('the API', IN_TURN, () => {
    it('sells a gift card to a program on the generated client, and calls its webhook', async () => {
      const { product } = stage;
      const customer = await approvedCustomer(product, 'Ines Costa');
      await topUp(product, customer, 'USD', '500');
      const { token } = customer;
      const { token: key } = await call<{ token: { plain_text_token: string } }>(
        product,
        'POST',
        '/api/api-key',
        { abilities: ApiKeyAbility.options },
        token,
      );
      const receiver = await startReceiver();
      const dir = await makeThrowawayDir('client');
      try {
        const body = { url: receiver.url, events: ['order.fulfilled'] };
        const { secret } = await call<{ secret: string }>(product, 'POST', '/api/webhooks', body, token);
        await writeClient(dir.path, await call<ClientSource>(product, 'GET', '/api/docs/json'));
        await run(dir.path, [TSC, '-p', '.']);
        const bought = JSON.parse(await run(dir.path, ['buy.ts', product.url, key.plain_text_token]));
        assert.equal(bought.againId, bought.orderId);
        assert.equal(bought.codes.length, 1);
        assert.deepEqual(bought.refused, [404, 'not_found']);

        const { headers, body: told } = await eventually(() => receiver.received[0] ?? assert.fail('nothing was told'));
        const message = new Webhook(secret).verify(told, headers as Record<string, string>);
        assert.equal((message as { data: { id: string } }).data.id, bought.orderId);
        assert.ok(!told.includes(bought.codes[0]), 'codes stay in the API');
      } finally {
        receiver.stop();
        await dir.remove();
      }
    });
  });
}

/** The package in the form that npm installs, with a program beside it. */
async function writeClient(dir: string, document: ClientSource): Promise<void> {
  const installed = path.join(dir, 'node_modules/giftledger-client');
  await mkdir(installed, { recursive: true });
  await symlink(path.join(ROOT, 'node_modules/@types'), path.join(dir, 'node_modules/@types'));
  for (const [name, text] of Object.entries(createClientPackage(document))) {
    await writeFile(path.join(installed, name), text);
  }
  await writeFile(path.join(dir, 'buy.ts'), BUY);
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2024', types: ['node'] };
  await writeFile(path.join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['buy.ts'] }));
  await writeFile(path.join(dir, 'package.json'), JSON.stringify({ type: 'module' }));
}

const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** Runs a program on this Node, wherever the path of the shell leads. */
const run = async (cwd: string, args: readonly string[]): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, [...args], { cwd }).catch((error: Error & { stdout: string }) =>
      assert.fail(`${args[0]}: ${error.message} ${error.stdout}`),
    )
  ).stdout;

async function startReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
