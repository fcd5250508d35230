import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { startTestApp } from '#infra/proof/api/test-app.ts';
import { withLease, withSharedLease } from './lease.ts';
import { sql } from './sql.ts';

describe('a lease', async () => {
  const test = await startTestApp();
  const { database } = test.deps;
  after(() => test.stop());
  const held = () =>
    database.oneFirst(sql.type(z.object({ count: z.int() }))`select count(*)::int as count from app.lease`);
  /** Resolves when it is let go. */
  function gate() {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { wait: promise, open: resolve };
  }

  it('lets one work at a time with a thing, and others with other things', async () => {
    let [inside, most] = [0, 0];
    const done: number[] = [];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        withLease(database, ['a', `own-${index}`], async () => {
          inside += 1;
          most = Math.max(most, inside);
          await database.query(sql.void`select from pg_sleep(0.005)`);
          inside -= 1;
          done.push(index);
        }),
      ),
    );
    assert.deepEqual([most, done.length, await held()], [1, 12, 0]);
    const [one, both] = [gate(), gate()];
    const first = withLease(database, ['b'], async () => {
      both.open();
      await one.wait;
    });
    await both.wait;
    await withLease(database, ['c'], async () => assert.equal(await held(), 2));
    one.open();
    await first;
  });

  it('takes all of its names or none, whatever their order, and two never wait for each other', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        withLease(database, index % 2 ? ['x', 'y'] : ['y', 'x'], async () => assert.equal(await held(), 2)),
      ),
    );
    assert.equal(await held(), 0);
  });

  it('ends with its work, also with work that fails', async () => {
    await assert.rejects(
      withLease(database, ['f'], async () => assert.fail('broken')),
      /broken/,
    );
    assert.equal(await held(), 0);
  });

  it('whose connection breaks at its end does not undo the work, and is given back when Postgres is there again', async () => {
    let failures = 2;
    const breaking: typeof database = new Proxy(database, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name);
        return async (query: Parameters<typeof target.query>[0]) => {
          if (query.sql.includes('delete from app.lease') && failures-- > 0)
            throw new Error('Backend has been terminated.');
          return target.query(query);
        };
      },
    });
    assert.equal(await withLease(breaking, ['cut'], async () => 'done'), 'done');
    assert.equal(await held(), 1);
    assert.equal(await withLease(database, ['cut'], async () => 'next'), 'next');
    assert.equal(failures < 0, true);
  });

  it('of a process that died is taken over once it has ended, and then is not given back by the old one', async () => {
    await withLease(database, ['dead'], async () => {
      await database.query(sql.void`update app.lease set expires_at = now() - interval '1 second' where name = 'dead'`);
      const second = gate();
      const taken = gate();
      const over = withLease(database, ['dead'], async () => {
        taken.open();
        await second.wait;
      });
      await taken.wait;
      assert.equal(await held(), 1);
      second.open();
      await over;
    });
  });

  it('that is shared lets others share it, and keeps out who works alone, both ways', async () => {
    const seen: string[] = [];
    const [together, over] = [gate(), gate()];
    let sharing = 0;
    const shares = Array.from({ length: 12 }, () =>
      withSharedLease(database, 's', async () => {
        sharing += 1;
        if (sharing === 12) together.open();
        await over.wait;
        seen.push('shared');
      }),
    );
    await together.wait;
    const alone = withLease(database, ['s'], async () => {
      seen.push('alone');
      late = withSharedLease(database, 's', async () => void seen.push('late'));
      await database.query(sql.void`select from pg_sleep(0.1)`);
    });
    let late = Promise.resolve();
    over.open();
    await Promise.all([...shares, alone]);
    await late;
    assert.deepEqual(seen, [...Array(12).fill('shared'), 'alone', 'late']);
    assert.equal(await held(), 0);
  });

  it('holds no connection and no transaction while the work waits', async () => {
    const open = gate();
    const running = gate();
    let count = 0;
    const works = Array.from({ length: 40 }, (_, index) =>
      withLease(database, [`many-${index}`], async () => {
        count += 1;
        if (count === 40) running.open();
        await open.wait;
      }),
    );
    // More than the pool has connections, all at once.
    await running.wait;
    const busy = await database.oneFirst(sql.type(z.object({ count: z.int() }))`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`);
    assert.equal(busy, 0);
    open.open();
    await Promise.all(works);
  });
});
