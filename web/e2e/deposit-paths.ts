import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright';
import { registerExtract } from './papers.ts';
import { administratorToken, call, customerToken, IN_TURN, inPage, type Stage, usdWallet } from './stage.ts';

/** The other outcomes of a deposit than its approval, and its proof. */
export function depositPaths(stage: Stage): void {
  describe('a deposit', IN_TURN, () => {
    it('shows the customer why it was rejected, and is deleted while it waits', async () => {
      const { product } = stage;
      const token = await customerToken(product);
      const office = await administratorToken(product);
      const wallet = await usdWallet(stage, token);
      for (const amount of ['71.00', '72.00']) {
        await call(product, 'POST', '/api/deposits', { wallet_id: wallet.id, amount, user_notes: '' }, token);
      }
      const { data } = await call<{ data: { id: string; reference: string; amount: { decimal: string } }[] }>(
        product,
        'GET',
        '/api/deposits',
        undefined,
        token,
      );
      const rejected = data.find(({ amount }) => amount.decimal === '71.00');
      const doomed = data.find(({ amount }) => amount.decimal === '72.00');
      assert.ok(rejected && doomed);
      const reason = 'No transfer with this reference has arrived.';
      await call(
        product,
        'POST',
        `/api/admin/deposits/${rejected.id}/reject`,
        { status: 'rejected', admin_notes: reason },
        office,
      );
      await inPage(stage.customer, async (page) => {
        await page.goto('/deposits');
        await page.getByRole('row', { name: rejected.reference }).getByText(reason).waitFor();
        await page.getByRole('button', { name: `Delete ${doomed.reference}` }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('row', { name: doomed.reference }).waitFor({ state: 'detached' });
      });
    });

    it('shows its PDF proof in the panel, and says of a damaged one that it cannot be shown', async () => {
      const { product } = stage;
      const token = await customerToken(product);
      const wallet = await usdWallet(stage, token);
      const made = await call<{ data: { id: string; reference: string } }>(
        product,
        'POST',
        '/api/deposits',
        { wallet_id: wallet.id, amount: '73.00', user_notes: '' },
        token,
      );
      const { id, reference } = made.data;
      const paper = await registerExtract();
      const look = async (buffer: Buffer, see: (panel: Locator) => Promise<unknown>) => {
        await inPage(stage.customer, async (page) => {
          await page.goto('/deposits');
          const stored = page.waitForResponse((answer) => answer.url().includes(`/api/deposits/${id}/`));
          await page
            .getByLabel(`Payment proof of ${reference}`)
            .setInputFiles({ name: 'transfer.pdf', mimeType: 'application/pdf', buffer });
          assert.equal((await stored).status(), 200);
        });
        await inPage(stage.administrator, async (page) => {
          await page.goto(`/admin/deposits?search=${reference}`);
          await page.getByRole('link', { name: reference, exact: true }).click();
          await see(page.getByRole('dialog'));
        });
      };
      await look(paper, async (panel) => {
        const pages = panel.getByRole('region', { name: 'Pages of the payment proof' });
        await pages.getByText(/Page 1: .*Extract from the company register/).waitFor({ state: 'attached' });
        const isDrawn = await pages.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
          return data.some((value, at) => at % 4 === 0 && value < 100);
        });
        assert.ok(isDrawn, 'there is ink on the page');
        await panel.getByRole('button', { name: 'Zoom in' }).click();
        await panel.getByText('150%').waitFor();
      });
      const damaged = Buffer.concat([paper.subarray(0, 400), Buffer.from('damaged\nstartxref\n9\n%%EOF\n')]);
      await look(damaged, async (panel) => {
        await panel.getByText(/This PDF cannot be shown: it is damaged or locked/).waitFor();
        await panel.getByRole('button', { name: 'Download' }).waitFor();
        await panel.getByText(`payment-proof-${reference}.pdf`).waitFor();
      });
    });
  });
}
