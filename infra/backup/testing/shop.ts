import { createShopper } from '#infra/proof/api/shopping.ts';
import { assertStatus, type TestApp } from '#infra/proof/api/test-app.ts';
import { followToEnd } from './drill.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF');

/** A store with a customer who bought something, got its invoice and uploaded a paper. */
export async function openShop(store: TestApp) {
  const shopper = await createShopper(store, { codes: 60, priceMinor: 1_000n, funds: 100_000n });
  /** Repeated with the same key, it is the same order. @returns the order's id */
  const purchase = async (key: string, { app }: Pick<TestApp, 'app'> = store): Promise<string> => {
    const { headers, walletId, variantId } = shopper;
    const payload = { wallet_id: walletId, variant_id: variantId, quantity: 1 };
    assertStatus(await app.inject({ method: 'POST', url: '/api/cart', headers, payload }), 201);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/checkout',
      payload: { wallet_id: walletId },
      headers: { ...headers, 'idempotency-key': key },
    });
    assertStatus(answer, 201);
    return answer.json().order.id;
  };
  const invoice = async (orderId: string, { app }: Pick<TestApp, 'app'> = store): Promise<void> => {
    const { headers } = shopper;
    assertStatus(await app.inject({ url: `/api/orders/${orderId}/download-invoice`, headers }), 200);
  };
  await store.deps.files.keep(PDF, { contentType: 'application/pdf', owner: shopper.customerId });
  const firstOrder = await purchase('first');
  await invoice(firstOrder);
  await followToEnd(store);
  return { shopper, purchase, invoice, firstOrder };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
