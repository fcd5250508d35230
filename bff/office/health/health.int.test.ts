import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { buildApp } from '#bff/app/app.ts';
import { ReadinessAnswer } from '#bff/contract/office/health.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { serveMetrics } from '#infra/wiring/telemetry/metrics.ts';

// What takes longer than two seconds counts as away, which a busy machine may need: then it is asked again.
describe('health and counts', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  it('is live and ready, and counts what it does', async () => {
    assertStatus(await test.app.inject({ url: '/api/health/live' }), 200);
    await eventually(async () => {
      const ready = await test.app.inject({ url: '/api/health/ready' });
      assertStatus(ready, 200);
      assert.equal(ready.json().checks.read_models.ok, true);
    });
    const metrics = await serveMetrics(test.app.metrics, { port: 0, host: '127.0.0.1' }, test.deps.logger);
    try {
      const url = `http://127.0.0.1:${metrics.port}`;
      const answer = await fetch(`${url}/metrics`);
      assert.match(await answer.text(), /http_request_duration_seconds_count\{[^}]*route="\/api\/health\/ready"/);
      assert.equal((await fetch(`${url}/`)).status, 404);
    } finally {
      metrics.close();
    }
    const ofTheStore = await test.app.inject({ url: '/metrics' });
    assert.doesNotMatch(ofTheStore.body, /http_request_duration/, 'the public port says nothing of it');
  });

  it('says in the log why the counts cannot be had', async () => {
    const logged: unknown[] = [];
    const registry = { contentType: 'text/plain', metrics: () => Promise.reject(new Error('a gauge is broken')) };
    const log = { error: (entry: unknown) => logged.push(entry) };
    const metrics = await serveMetrics(registry, { port: 0, host: '127.0.0.1' }, log);
    try {
      const answer = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
      assert.equal(answer.status, 503);
      assert.match(String((logged[0] as { err: Error }).err), /a gauge is broken/);
    } finally {
      metrics.close();
    }
  });

  it('is not ready while the read models are stopped', async () => {
    const app = await buildApp({
      ...test.deps,
      readModels: {
        ...test.deps.readModels,
        freshness: async () => ({
          position: 1n,
          asOf: new Date(),
          ageMs: 0,
          silentMs: 0,
          events: 1n,
          haltedReason: 'poison',
          haltedKind: 'forged',
        }),
      },
      eventStore: { ...test.deps.eventStore, headPosition: () => Promise.reject(new Error('away')) },
    });
    await eventually(async () => {
      const answer = await app.inject({ url: '/api/health/ready' });
      assertStatus(answer, 503);
      assert.equal(answer.json().checks.read_models.ok, false);
      assert.equal(answer.json().checks.event_store.ok, false);
      assert.equal(answer.json().checks.postgres.ok, true);
    });
    await app.close();
  });

  it('is not ready once nothing was heard of the read models for some seconds, and says since when', async () => {
    const { headers } = await createAdministrator(test);
    const { database } = test.deps;
    const readiness = async () => (await test.app.inject({ url: '/api/health/ready' })).json().checks.read_models;
    // As if the last word of the projections were some seconds old.
    await database.query(sql.typeAlias('void')`create function read.silent() returns trigger language plpgsql as
      'begin new.updated_at := now() - make_interval(secs => 10); return new; end'`);
    await database.query(sql.typeAlias('void')`
      create trigger silent before update on read.checkpoint for each row execute function read.silent()`);
    const { detail } = await eventually(async () => {
      const readModels = await readiness();
      assert.equal(readModels.ok, false);
      return readModels;
    });
    assert.match(detail, /^nothing heard of projections for \d+ s$/);
    const { data } = (await test.app.inject({ url: '/api/admin/system', headers })).json();
    assert.equal(data.read_models[0].status, 'silent');
    assert.match(data.read_models[0].error, /^Nothing was heard of the program projections for \d+ s\.$/);
    await database.query(sql.typeAlias('void')`drop function read.silent cascade`);
    await eventually(async () => assert.equal((await readiness()).ok, true));
  });

  it('names work that repeats and stands still, and stays ready, because another server would not do it either', async () => {
    const { headers } = await createAdministrator(test);
    for (const [lateMs, hanging, metric, problem] of [
      [119_000, null, '119', undefined],
      [Number.POSITIVE_INFINITY, null, '\\+Inf', 'nothing that repeats is scheduled: is the program jobs at work?'],
      [300_000, null, '300', 'work that repeats is 300 s overdue: is the program jobs at work?'],
      [300_000, 'webhooks', '300', 'a run of webhooks should have ended 300 s ago: start the program jobs again'],
    ] as const) {
      const jobs = { ...test.deps.jobs, repeatedLate: async () => ({ lateMs, hanging }) };
      const app = await buildApp({ ...test.deps, jobs });
      const ready = await app.inject({ url: '/api/health/ready' });
      assert.equal(ready.json().checks.repeated_work.detail, problem);
      assert.equal(ready.json().checks.repeated_work.ok, problem === undefined);
      assertStatus(ready, 200);
      const { data } = (await app.inject({ url: '/api/admin/system', headers })).json();
      assert.equal(data.jobs_problem, problem ?? null);
      assert.match(await app.metrics.metrics(), new RegExp(`^repeated_work_late_seconds ${metric}$`, 'm'));
      await app.close();
    }
  });

  it('answers the edge in time while the jobs and the files, without which it is ready, answer nothing', async () => {
    const caddyfile = await readFile(path.join(PROJECT_ROOT, 'infra/containers/Caddyfile'), 'utf8');
    const edgeWaitsMs = 1_000 * Number(/health_timeout (\d+)s$/m.exec(caddyfile)?.[1]);
    const never = () => new Promise<never>(() => undefined);
    const { jobs, files } = test.deps;
    const hanging = { jobs: { ...jobs, repeatedLate: never }, files: { ...files, state: never } };
    const app = await buildApp({ ...test.deps, ...hanging });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await eventually(async () => {
      const signal = AbortSignal.timeout(edgeWaitsMs);
      const answer = await fetch(`${url}/api/health/ready`, { signal });
      assert.equal(answer.status, 200);
      const { checks } = ReadinessAnswer.parse(await answer.json());
      const late = { ok: false, detail: 'no answer in time' };
      assert.deepEqual([checks.files, checks.repeated_work], [late, late]);
    });
    await app.close();
  });

  it('System shows what answers, and names what hangs', async () => {
    const { headers } = await createAdministrator(test);
    const never = () => new Promise<never>(() => undefined);
    const { jobs, files, eventStore } = test.deps;
    const app = await buildApp({
      ...test.deps,
      jobs: { ...jobs, queues: never, repeatedLate: never },
      files: { ...files, state: never },
      eventStore: { ...eventStore, server: never },
    });
    const { data } = (await app.inject({ url: '/api/admin/system', headers })).json();
    for (const part of ['event store', 'background work', 'files']) assert.match(data.unanswered, new RegExp(part));
    assert.ok(data.postgres.is_connected && data.event_store.is_connected);
    await app.close();
  });

  it('is not ready while something waits because the log is another one, and says what', async () => {
    const { headers } = await createAdministrator(test);
    const note = (name: string, reason: string | null) =>
      test.deps.database.query(sql.typeAlias('void')`
        insert into app.process_checkpoint (name, position, halted_reason) values (${name}, 1, ${reason})
        on conflict (name) do update set halted_reason = excluded.halted_reason`);
    await note('webhooks', 'The log does not have revision 2.');
    await note('processes', null);
    await eventually(async () => {
      const answer = await test.app.inject({ url: '/api/health/ready' });
      assertStatus(answer, 503);
      assert.match(answer.json().checks.followers.detail, /^webhooks: the log is not the one that was followed before/);
    });
    const { data } = (await test.app.inject({ url: '/api/admin/system', headers })).json();
    assert.deepEqual(
      data.followers.map(({ name, problem }: { name: string; problem: string | null }) => [name, problem]),
      [
        ['processes', null],
        ['webhooks', 'The log does not have revision 2.'],
      ],
    );
    assert.match(await test.app.metrics.metrics(), /^followers_halted 1$/m);
    await note('webhooks', null);
    await eventually(async () =>
      assert.equal((await test.app.inject({ url: '/api/health/ready' })).json().checks.followers.ok, true),
    );
  });

  it('is not ready while Postgres lets one of its questions wait, and says which', async () => {
    const client = new pg.Client(test.databaseUrl);
    await client.connect();
    try {
      await client.query('begin; lock table app.process_checkpoint in access exclusive mode');
      await eventually(async () => {
        const answer = await test.app.inject({ url: '/api/health/ready' });
        assertStatus(answer, 503);
        const { postgres, followers } = answer.json().checks;
        assert.deepEqual([postgres, followers], [{ ok: true }, { ok: false, detail: 'no answer in time' }]);
      });
    } finally {
      await client.end();
    }
  });

  it('is not ready while it is being stopped, and serves all the same', async () => {
    const app = await buildApp(test.deps);
    app.drain();
    const answer = await app.inject({ url: '/api/health/ready' });
    assertStatus(answer, 503);
    assert.deepEqual(answer.json().checks.process, { ok: false, detail: 'is being stopped' });
    assertStatus(await app.inject({ url: '/api/health/live' }), 200);
    await app.close();
  });

  it('says how far the read models are while they are filled for the first time', async () => {
    const head = await test.deps.eventStore.headPosition();
    let [position, events] = [-1n, 0n];
    const app = await buildApp({
      ...test.deps,
      readModels: {
        ...test.deps.readModels,
        freshness: async () => ({
          position,
          asOf: null,
          ageMs: null,
          silentMs: 0,
          events,
          haltedReason: null,
          haltedKind: null,
        }),
      },
    });
    const detail = async () => (await app.inject({ url: '/api/health/ready' })).json().checks.read_models.detail;
    await eventually(async () => assert.equal(await detail(), 'catching up: 0 % of the log, 0 events'));
    events = 20_000_000n;
    await eventually(async () => assert.equal(await detail(), 'catching up: 0 % of the log, 20000000 events'));
    position = head;
    await eventually(async () => assert.equal(await detail(), 'catching up: making indexes'));
    const { headers } = await createAdministrator(test);
    const state = (await app.inject({ url: '/api/admin/system', headers })).json().data;
    assert.equal(state.read_models[0].status, 'catching-up');
    await app.close();
  });
});
