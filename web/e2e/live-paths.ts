import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { POLL_MILLISECONDS } from '#web/shared/notifications/unread.ts';
import { uploadProof } from './newcomer.ts';
import { administratorToken, call, customerToken, IN_TURN, inPage, type Stage, usdWallet } from './stage.ts';

/** Disables the page's polls, so that every update comes through the stream. */
const withoutPolls = (page: Page) =>
  page.addInitScript((pollMilliseconds) => {
    const real = window.setInterval;
    window.setInterval = ((handler: TimerHandler, milliseconds?: number, ...rest: unknown[]) =>
      milliseconds === pollMilliseconds ? 0 : real(handler, milliseconds, ...rest)) as typeof setInterval;
  }, POLL_MILLISECONDS);

/** Updates that a screen gets without a reload. */
export function livePaths(stage: Stage): void {
  describe('news', IN_TURN, () => {
    it('ring both bells without a reload, and bring the list behind them up to date', async () => {
      const { product } = stage;
      await inPage(stage.customer, async (store) => {
        await inPage(stage.administrator, async (office) => {
          const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
          const unread = async (page: Page) =>
            Number(/\d+/.exec((await bellOf(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0);
          const arrive = async (page: Page, place: string) => {
            await withoutPolls(page);
            const answers = ['**/notifications?*', '**/notifications/stream'].map((url) => page.waitForResponse(url));
            await page.goto(place);
            for (const answer of await Promise.all(answers)) assert.equal(answer.status(), 200, answer.url());
            await bellOf(page).waitFor();
            return unread(page);
          };
          const [before, officeBefore] = await Promise.all([
            arrive(store, '/deposits'),
            arrive(office, '/admin/dashboard'),
          ]);
          // Other paths ring the office's bell at the same time.
          const rings = (page: Page, count: number) =>
            eventually(async () => assert.ok((await unread(page)) > count, 'it rang'));

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
          await rings(office, officeBefore);
          await bellOf(office).click();
          await office.getByText(data.reference).first().waitFor();
          await uploadProof(product, data.id, token);
          await call(
            product,
            'POST',
            `/api/admin/deposits/${data.id}/approve`,
            { approved_amount: '12.34', admin_notes: 'Seen' },
            await administratorToken(product),
          );
          await rings(store, before);
          await store.getByText(data.reference).first().waitFor();
        });
      });
    });
  });
}
