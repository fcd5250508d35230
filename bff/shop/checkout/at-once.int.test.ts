import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { Cart } from '#bff/contract/shop/cart.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger/ledger.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createShopper, type Shopper } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { findWallet } from '#projections/models/wallets.ts';
import { checkout } from './checkout.ts';

const FUNDS = 100_000n;
const WAITING_FOR_A_LOCK = sql.type(z.object({ count: z.bigint() }))`select count(*) as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%next_order_id%'`;

describe('a cart that is changed while it is ordered', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  const sent = async (command: LedgerCommand) => {
    const { deps } = test;
    const actor = { kind: 'system', id: 'test' } as const;
    const result = await deps.ledger.execute(command, { commandId: randomUUID(), correlationId: randomUUID(), actor });
    assert.ok(await deps.readModels.waitForPosition(result.position, 30_000));
    return result;
  };
  type Sending = () => Promise<CommandResult>;
  /** A checkout by itself. `around`: what happens between its row and the ledger, or behind the ledger. */
  const checkoutThat = async (
    { walletId }: Pick<Shopper, 'walletId'>,
    around: (send: Sending) => Promise<CommandResult>,
    expectTotal?: string,
  ) => {
    const wallet = await findWallet(test.deps.database, walletId);
    assert.ok(wallet);
    const execute = (command: LedgerCommand) =>
      command.type === 'PlaceOrder' ? around(() => sent(command)) : sent(command);
    return checkout(test.deps, wallet, execute, randomUUID(), undefined, expectTotal);
  };
  const killed = () => Promise.reject(new Error('killed'));
  const linesOf = async ({ get, walletId }: Shopper) =>
    Cart.parse(await get(`/api/cart?wallet_id=${walletId}`)).data.map(({ quantity, total }) => [
      quantity,
      total.decimal,
    ]);
  const totalsOf = async (shopper: Shopper) => (await shopper.orders()).map(({ total }) => total.decimal);
  const spentBy = async ({ walletId }: Shopper) =>
    FUNDS - ((await findWallet(test.deps.database, walletId))?.balance ?? 0n);

  it('is ordered once, as the second tab shows it, where that one is first in the ledger', async () => {
    const shopper = await createShopper(test, { codes: 9, priceMinor: 1_000n, funds: FUNDS, inCart: 1 });
    const other = await createProduct(test, { codes: 9, priceMinor: 500n });
    const late = checkoutThat(
      shopper,
      async (send) => {
        await shopper.add(1, other);
        assertStatus(await shopper.click({ expect_total: '15.00' }), 201);
        return send();
      },
      '10.00',
    );

    await assert.rejects(late, /ordered already, as order GL-\d+ with a total of €15\.00.* Nothing else was ordered/);
    assert.deepEqual(await totalsOf(shopper), ['15.00']);
    assert.deepEqual(await linesOf(shopper), []);
    assert.equal(await spentBy(shopper), 1_500n);
  });

  it('is ordered once, as the first tab shows it, where the second one comes too late; what was added stays', async () => {
    const shopper = await createShopper(test, { codes: 9, priceMinor: 1_000n, funds: FUNDS, inCart: 1 });
    const other = await createProduct(test, { codes: 9, priceMinor: 500n });
    let second: Promise<unknown> = Promise.resolve();
    const first = checkoutThat(
      shopper,
      async (send) => {
        await shopper.add(1, other);
        const isStored = Promise.withResolvers<void>();
        const isPlaced = Promise.withResolvers<void>();
        const late = async (sendLate: Sending) => {
          isStored.resolve();
          await isPlaced.promise;
          return sendLate();
        };
        second = checkoutThat(shopper, late, '15.00');
        await isStored.promise;
        const done = await send();
        isPlaced.resolve();
        await assert.rejects(second, /ordered already, as order GL-\d+ with a total of €10\.00/);
        return done;
      },
      '10.00',
    );

    await first;
    assert.deepEqual(await totalsOf(shopper), ['10.00']);
    assert.deepEqual(await linesOf(shopper), [[1, '5.00']]);
    assert.equal(await spentBy(shopper), 1_000n);
    assertStatus(await shopper.click({ expect_total: '5.00' }), 201);
  });

  it('is rid of what was ordered, and of no more, where another checkout has taken the place of the one that was placed', async () => {
    const shopper = await createShopper(test, { codes: 9, priceMinor: 1_000n, funds: FUNDS, inCart: 2 });
    const dying = checkoutThat(shopper, async (send) => {
      await shopper.add(1);
      await assert.rejects(checkoutThat(shopper, killed), /killed/);
      await send();
      return killed();
    });
    await assert.rejects(dying, /killed/);
    assert.deepEqual(await linesOf(shopper), [[3, '30.00']]);

    const refused = await shopper.click({ expect_total: '30.00' });
    assertStatus(refused, 409);
    assert.match(refused.json().message, /ordered already, as order GL-\d+ with a total of €20\.00/);
    assert.deepEqual(await totalsOf(shopper), ['20.00']);
    assert.deepEqual(await linesOf(shopper), [[1, '10.00']]);
  });

  it('keeps what is added to its lines meanwhile, and new lines', async () => {
    const shopper = await createShopper(test, { codes: 9, priceMinor: 1_000n, funds: FUNDS, inCart: 3 });
    const other = await createProduct(test, { codes: 9, priceMinor: 500n });
    await checkoutThat(
      shopper,
      async (send) => {
        await shopper.add(2);
        await shopper.add(1, other);
        return send();
      },
      '30.00',
    );
    assert.deepEqual(await totalsOf(shopper), ['30.00']);
    assert.deepEqual(await linesOf(shopper), [
      [2, '20.00'],
      [1, '5.00'],
    ]);
  });

  it('keeps what is added at the very moment at which it is emptied', async () => {
    const shopper = await createShopper(test, { codes: 9, priceMinor: 1_000n, funds: FUNDS, inCart: 3 });
    const adding = new pg.Client({ connectionString: test.databaseUrl });
    await adding.connect();
    const ordered = checkoutThat(
      shopper,
      async (send) => {
        const done = await send();
        await adding.query('begin');
        await adding.query('update app.cart_item set quantity = 5 where wallet_id = $1', [shopper.walletId]);
        return done;
      },
      '30.00',
    );
    await eventually(async () => assert.equal(await test.deps.database.oneFirst(WAITING_FOR_A_LOCK), 1n));
    await adding.query('commit');
    await adding.end();
    await ordered;
    assert.deepEqual(await linesOf(shopper), [[2, '20.00']]);
  });

  it('is not ordered again with what was added meanwhile and nobody was shown since', async () => {
    const shopper = await createShopper(test, { codes: 9, priceMinor: 1_000n, funds: FUNDS, inCart: 3 });
    await checkoutThat(shopper, async (send) => {
      await shopper.add(2);
      return send();
    });
    const again = await shopper.click();
    assertStatus(again, 409);
    assert.equal(again.json().code, 'cart_changed');
    assert.match(again.json().message, /total of your cart is €20\.00 now\. Nothing was ordered/);
    assert.deepEqual(await totalsOf(shopper), ['30.00']);
    assertStatus(await shopper.click(), 201);
  });
});
