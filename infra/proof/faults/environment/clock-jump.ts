import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { accessToken } from '#bff/identity/sessions/access-tokens.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { unpayableOrder } from '../unpayable-order.ts';
import { describeVisit, readiness, type Scene } from './scene.ts';
import { HEAL_LIMIT_MS } from './visitor.ts';

const HOUR_MS = 3_600_000;
const JUMPS_H = [2, -72, 49, -1, 0];
/** Orders are checked every 30 s: a short run does not wait for that. */
const JOBS_MS = 30_000;
/** Unpaid orders wait for so long. */
const EXPIRY_H = 48;
const WRITES_A_JUMP = 3;

/**
 * The clocks of all parts jump, while that of Postgres does not: they then differ as much as those of different
 * machines can. Writes and reads continue, the age of tokens follows the clock, and scheduled work is done once its
 * time has come.
 */
export const clockJump =
  (clockFile: string) =>
  async ({ stack, visitor, ms, say }: Scene): Promise<void> => {
    const jumpTo = (hours: number) => writeFile(clockFile, String(hours * HOUR_MS));
    const anHourLong = visitor.token();
    const claims = JSON.parse(Buffer.from(anHourLong.split('.')[1] ?? '', 'base64url').toString());
    visitor.use(
      accessToken.sign(stack.app, new Date(Date.now() + 720 * HOUR_MS), {
        sub: visitor.customer.customerId,
        sid: claims.sid,
      }),
    );
    for (const hours of JUMPS_H) {
      await jumpTo(hours);
      const visit = await visitor.visit(({ done }) => done >= WRITES_A_JUMP);
      say(`  the clock is ${hours} h off: ${describeVisit(visit)}`);
      assert.deepEqual([visit.refused, visit.readsRefused], [0, 0]);
      await eventually(async () => assert.equal(await readiness(stack), 200));
      const { status } = await fetch(`${stack.url}/api/wallets`, {
        headers: { authorization: `Bearer ${anHourLong}` },
      });
      assert.equal(status, hours > 1 ? 401 : 200, `a token of an hour, ${hours} h later`);
    }
    if (ms < JOBS_MS) return;
    await jumpTo(EXPIRY_H + 1);
    const ahead = await placeUnpaid(EXPIRY_H * HOUR_MS);
    await eventually(async () => assert.ok(await isCancelled(ahead)), HEAL_LIMIT_MS);
    await jumpTo(0);
    // Repeated work continues after the clock returned from the future.
    const [overdue, waiting] = [await placeUnpaid(-HOUR_MS), await placeUnpaid((EXPIRY_H - 1) * HOUR_MS)];
    await eventually(async () => assert.ok(await isCancelled(overdue)), HEAL_LIMIT_MS);
    assert.equal(await isCancelled(waiting), false);
    say('  an order whose time was over is cancelled, one that may still be paid is not');

    async function placeUnpaid(inMs: number): Promise<string> {
      const orderId = randomUUID();
      const { customerId, wallets } = visitor.customer;
      await stack.deps.ledger.execute(
        unpayableOrder({
          orderId,
          number: 'GL-C',
          customerId,
          walletId: wallets.EUR,
          currency: 'EUR',
          productId: randomUUID(),
          variantId: randomUUID(),
          placedAt: new Date(Date.now() - 2 * HOUR_MS),
          expiresAt: new Date(Date.now() + inMs),
        }),
        { commandId: randomUUID(), correlationId: randomUUID(), actor: { kind: 'customer', id: customerId } },
      );
      return orderId;
    }

    async function isCancelled(orderId: string): Promise<boolean> {
      for await (const event of stack.store.readStream(`order-${orderId}`, {})) {
        if (event.type === 'OrderCancelled') return true;
      }
      return false;
    }
  };
