import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import { check } from '#core/cli/check.ts';
import { createOutput } from '#core/cli/output.ts';
import { withEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import type { TestApp } from './test-app.ts';

/**
 * Audits everything that happened in a test app, as finance would: chains complete, postings balanced, no wallet below its limit, every
 * reference applied once, every process finished. Each fulfilled line has its paid codes, every other line has none, and the stock figures
 * match a count.
 */
export async function auditBooks(test: Pick<TestApp, 'deps' | 'eventstoreUrl'>): Promise<void> {
  const problems: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      problems.push(String(chunk));
      done();
    },
  });
  const output = createOutput(sink, sink);
  await withEventStoreClient(test.eventstoreUrl, (client) =>
    check(createEventStoreDb(client), output, { now: new Date(), graceSeconds: 0 }),
  ).catch(async (error: unknown) => {
    await output.end();
    throw new Error(`The books do not hold:\n${problems.join('')}`, { cause: error });
  });
  const wrong = await test.deps.database.any(
    sql.type(z.object({ order_id: z.string(), paid: z.int(), given: z.int() }))`
      select line.order_id, line.quantity::int as paid, count(code.id)::int as given
      from read.order_lines line join read.orders o using (order_id)
      left join app.gift_code code on code.order_id = line.order_id and code.line_id = line.line_id
      group by line.order_id, line.line_id, line.quantity, o.fulfilled_at
      having count(code.id) <> case when o.fulfilled_at is null then 0 else line.quantity end`,
  );
  assert.deepEqual(wrong, [], 'each paid piece has one code');
  const shelves = await test.deps.database.any(
    sql.type(z.object({ variant_id: z.string() }))`select variant_id from app.wrong_shelf`,
  );
  assert.deepEqual(shelves, [], 'each shelf says what a count of its codes says');
}
