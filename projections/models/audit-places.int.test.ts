import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { sql } from '#projections/kernel/sql.ts';
import { wholeStory } from '#projections/testing/story.ts';
import { areBuilt, lastPlace, positionAfter } from './audit-places.ts';

describe('somebody who follows the read models', async () => {
  const { pool, project } = await openReadModels();
  const { events } = wholeStory();
  const half = events.slice(0, events.length / 2);

  it('waits at their place while an update builds these again, and takes nothing of before for news', async () => {
    await project(events);
    const place = (await lastPlace(pool)) ?? assert.fail('a place');
    assert.equal(await positionAfter(pool, place), place.position);
    await pool.query(sql.typeAlias('void')`update read.checkpoint set fingerprint = 'of a version before'`);
    await project(half);
    assert.equal(await areBuilt(pool), false);
    assert.equal(await positionAfter(pool, place), place.position, 'it comes yet');
    await project(events);
    assert.equal(await positionAfter(pool, place), place.position);
  });

  it('goes on after what had happened by then where they were built from an earlier state of the log', async () => {
    const place = (await lastPlace(pool)) ?? assert.fail('a place');
    await pool.query(sql.typeAlias('void')`update read.checkpoint set fingerprint = 'of the log before its restore'`);
    await project(half);
    await pool.query(sql.typeAlias('void')`update read.checkpoint set caught_up_at = now()`);
    assert.equal(await positionAfter(pool, place), half.at(-1)?.position);
  });
});
