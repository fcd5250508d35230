import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { administratorToken, call, customerToken, IN_TURN, inPage, type Stage, usdWallet } from './stage.ts';

/** Less than the minute after which a bell that hears nothing asks by itself. */
const BY_ITSELF_LIMIT_MS = 45_000;

/** What comes to a screen by itself. */
export function livePaths(stage: Stage): void {
  describe('news', IN_TURN, () => {
    it('ring both bells without a reload, and bring the list behind them up to date', async () => {
      const { product } = stage;
      await inPage(stage.customer, async (store) => {
        await inPage(stage.administrator, async (office) => {
          const bellOf = (page: typeof store) => page.getByRole('button', { name: /^Notifications/ });
          const unread = async (page: typeof store) =>
            Number(/\d+/.exec((await bellOf(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0);
          const streams = [store, office].map((page) => page.waitForResponse('**/notifications/stream'));
          await Promise.all([store.goto('/deposits'), office.goto('/admin/dashboard')]);
          await Promise.all(streams);
          await Promise.all([store, office].map((page) => bellOf(page).waitFor()));
          const before = { store: await unread(store), office: await unread(office) };
          // Other paths ring the office's bell meanwhile.
          const rings = (page: typeof store, count: number) =>
            eventually(async () => assert.ok((await unread(page)) > count, 'it rang'), BY_ITSELF_LIMIT_MS);

          const token = await customerToken(product);
          const wallet = await usdWallet(stage, token);
          const announced = { wallet_id: wallet.id, amount: '12.34' };
          const { data } = await call<{ data: { id: string; reference: string } }>(
            product,
            'POST',
            '/api/deposits',
            announced,
            token,
          );
          await rings(office, before.office);
          await bellOf(office).click();
          await office.getByText(data.reference).first().waitFor();
          await call(
            product,
            'POST',
            `/api/admin/deposits/${data.id}/approve`,
            { approved_amount: '12.34', admin_notes: 'Seen' },
            await administratorToken(product),
          );
          await rings(store, before.store);
          await store.getByText(data.reference).first().waitFor();
        });
      });
    });
  });
}
