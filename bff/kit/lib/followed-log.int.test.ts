import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { startTestApp } from '#infra/proof/api/test-app.ts';
import { onFollowedLog } from './followed-log.ts';

describe('the ledger of a part that watches its log', async () => {
  const test = await startTestApp();
  const stopping = new AbortController();
  after(async () => {
    stopping.abort();
    await test.stop();
  });
  const halted = (kind: string | null) =>
    test.deps.database.query(
      sql.typeAlias('void')`update read.checkpoint set halted_kind = ${kind}, halted_reason = ${kind && 'A reason'}`,
    );

  it('books nothing while the log is not the one that the read models followed, and books again once it is', async () => {
    const said: string[] = [];
    const { customerId, wallets } = await createCustomer(test);
    const { ledger, watch } = onFollowedLog(test.deps.ledger, {
      readModels: test.deps.readModels,
      logger: { ...test.deps.logger, error: (text: string) => void said.push(text) } as typeof test.deps.logger,
    });
    const ask = () => {
      const depositId = randomUUID();
      const command = {
        type: 'RequestDeposit',
        depositId,
        number: `DEP-${depositId.slice(0, 8)}`,
        customerId,
        note: null,
      } as const;
      const context = {
        commandId: randomUUID(),
        correlationId: randomUUID(),
        actor: { kind: 'customer', id: customerId },
      } as const;
      return ledger.execute(
        { ...command, walletId: wallets.EUR, amount: { amount: 1_000n, currency: 'EUR' } },
        context,
      );
    };
    await halted('other-log');
    await watch(stopping.signal);
    const before = await test.deps.eventStore.headPosition();
    await assert.rejects(ask(), { code: 'unavailable', message: /Nothing was booked/ });
    assert.equal(await test.deps.eventStore.headPosition(), before);

    await halted(null);
    await eventually(ask);
    assert.equal(said.length, 1);
  });
});
