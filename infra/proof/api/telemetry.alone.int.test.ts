import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import { buildApp } from '#bff/app/app.ts';
import { countJobs } from '#bff/app/count-jobs.ts';
import { CORRELATION_ID_HEADER } from '#bff/contract/base/headers.ts';
import { DepositSaved } from '#bff/contract/money/deposit.ts';
import { sendMoneyMails } from '#bff/people/notifications/send-money-mails.ts';
import type { LogPlace } from '#core/kernel/following/log-place.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { noteRun } from '#infra/backup/make/note-run.ts';
import { startTelemetry } from '#infra/wiring/telemetry/telemetry.ts';
import { rootSpanIdOf, traceIdOf } from '#infra/wiring/telemetry/trace-ids.ts';
import { NO_QUEUE } from '#infra/wiring/wire-bff.ts';
import { startTestScanner } from '../testing/scanner.ts';
import { createCustomer } from './customers.ts';
import { assertStatus, startTestApp } from './test-app.ts';

type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { key: string; value: { stringValue?: string } }[];
};

/** Takes spans as a collector of OpenTelemetry does. */
async function startCollector() {
  const spans: Span[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    const { resourceSpans } = JSON.parse(body);
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, bodies, close: () => void server.close() };
}

const logger = createLogger({ part: 'test', level: 'silent' });

const MADE = {
  ...{
    set: 'sets/one.json',
    time: new Date().toISOString(),
    events: 10,
    newEvents: 10,
    rows: 5,
    files: 1,
    bytes: 4_096,
  },
};

/** Of Prometheus itself. */
const OTHERS = ['up'];

/** Rules and dashboard name figures that there are. */
async function requireFigures(counts: string): Promise<void> {
  const read = (name: string) => readFile(`infra/observability/${name}`, 'utf8');
  const rules = `${await read('store.rules.yml')}${await read('security.rules.yml')}`;
  const expressions = [
    ...(rules.match(/(?<=expr: ).*/g) ?? []),
    ...((await read('dashboard.json')).match(/(?<="expr": ").*(?=",$)/gm) ?? []),
  ];
  assert.ok(expressions.length > 30);
  for (const expression of expressions) {
    const withoutLabels = expression.replaceAll(/\{[^}]*\}|by \([^)]*\)/g, '');
    const figures = (withoutLabels.match(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\()|\bup\b/g) ?? []).filter(
      (name) => !OTHERS.includes(name),
    );
    for (const figure of figures) assert.match(counts, new RegExp(`^${figure}\\b`, 'm'), expression);
  }
}

describe('telemetry', () => {
  it('loads nothing and counts nothing where no address and no port is set', async () => {
    const config = { host: '127.0.0.1' };
    const telemetry = await startTelemetry({ part: 'bff', config, logger, env: {} });
    assert.deepEqual([telemetry.registry, telemetry.watchRequests], [undefined, undefined]);
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' };
    assert.equal((await startTelemetry({ part: 'bff', config, logger, env: off })).watchRequests, undefined);
  });

  it('follows a deposit from the request to the list that shows it and the mail that tells of it, under the correlation id, and names nobody', async (context) => {
    const started = new AsyncDisposableStack();
    context.after(() => started.disposeAsync());
    const collector = started.adopt(await startCollector(), ({ close }) => close());
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
    const delivered: string[] = [];
    const deliver = async ({ subject }: { subject: string }) => void delivered.push(subject);
    const scanner = started.adopt(await startTestScanner(), ({ stop }) => stop());
    const test = started.adopt(await startTestApp({ fileScannerUrl: scanner.url }, undefined, deliver), ({ stop }) =>
      stop(),
    );
    await mkdir(path.join(test.filesDir, 'postgres'));
    const env = { ...process.env, GIFTLEDGER_DATA_DIR: test.filesDir };
    const config = { ...test.deps.config, host: '127.0.0.1', metricsPort: 0 };
    const telemetry = started.adopt(await startTelemetry({ part: 'bff', config, logger, env }), ({ stop }) => stop());
    const app = started.adopt(await buildApp(test.deps, telemetry), (each) => each.close());
    const customer = await createCustomer(test);
    const correlationId = randomUUID();
    const headers = { ...customer.headers, [CORRELATION_ID_HEADER]: correlationId };
    const note = 'a secret note';
    const payload = { wallet_id: customer.wallets.USD, amount: '250.50', user_notes: note };
    const made = await app.inject({ method: 'POST', url: '/api/deposits', headers, payload });
    assertStatus(made, 201);
    assertStatus(await app.inject({ url: `/api/deposits?search=${customer.email}`, headers }), 200);
    const { id } = DepositSaved.parse(made.json()).data;
    let seen: LogPlace | null = null;
    const checkpoint = {
      load: async () => seen,
      save: async (place: LogPlace) => {
        seen = place;
      },
    };
    await sendMoneyMails(test.deps, checkpoint);
    const rejected = randomUUID();
    const noteSealed = await test.deps.notes.encrypt(customer.customerId, 'Never arrived');
    const { position } = await test.deps.ledger.execute(
      { type: 'RejectDeposit', depositId: id, note: noteSealed },
      { commandId: randomUUID(), correlationId: rejected, actor: { kind: 'system', id: 'test' } },
    );
    assert.ok(await test.deps.readModels.waitForPosition(position, 60_000));
    assert.equal(await sendMoneyMails(test.deps, checkpoint), 1);
    await eventually(async () => assert.ok(delivered.some((subject) => /DEP-/.test(subject))));
    const traceId = traceIdOf(correlationId);
    assert.equal(traceId, correlationId.replaceAll('-', ''));
    await eventually(async () => {
      const counts = await telemetry.registry?.metrics();
      assert.match(counts ?? '', /work_duration_seconds_count\{door="project",kind="live",outcome="done"\} [1-9]/);
    });
    const counts = (await telemetry.registry?.metrics()) ?? '';
    assert.match(counts, /work_duration_seconds_count\{door="command",kind="RequestDeposit",outcome="done"\} 1/);
    await noteRun(test.databaseUrl, '/backup', { made: MADE, seconds: 8.4 });
    assert.ok(telemetry.registry);
    countJobs(telemetry.registry, NO_QUEUE);
    telemetry.countPools(() => ({ requests: test.deps.database }));
    const all = await telemetry.registry.metrics();
    assert.match(all, /^postgres_pool_most\{pool="requests"\} 8$/m);
    assert.match(all, /^postgres_free_bytes [1-9]\d+$[\s\S]*^postgres_size_bytes [1-9]\d+$/m);
    assert.match(all, /files_up 1\n[\s\S]*files_free_bytes [1-9]/);
    assert.match(all, /^backup_age_seconds\{place="\/backup"\} \d[\s\S]*^backup_failed\{place="\/backup"\} 0$/m);
    await requireFigures(all);
    // What telemetry still keeps is sent at its end.
    await started.disposeAsync();

    const told = collector.spans.filter((span) => span.traceId === traceIdOf(rejected)).map(({ name }) => name);
    for (const name of ['append deposit', 'react mail deposit-rejected', 'job mail'])
      assert.ok(told.includes(name), `${name} among ${told}`);
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const named = (name: string | RegExp) => {
      const found = spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
      assert.ok(found[0], `a span ${name} among ${spans.map((span) => span.name).join(', ')}`);
      return found[0];
    };
    const root = named('action POST /api/deposits');
    assert.deepEqual([root.spanId, root.parentSpanId ?? ''], [rootSpanIdOf(traceId), '']);
    const request = named('POST /api/deposits');
    assert.equal(request.parentSpanId, root.spanId);
    assert.equal(named('GET /api/deposits').parentSpanId, root.spanId);
    const command = named('command RequestDeposit');
    assert.equal(command.parentSpanId, request.spanId);
    assert.equal(named('append deposit').parentSpanId, command.spanId);
    assert.equal(named('project live').parentSpanId, root.spanId);
    named(/^pg\.query/);
    for (const text of [customer.email, note, customer.token]) {
      assert.ok(!collector.bodies.some((body) => body.includes(text)), 'nothing of a person is in a span');
    }
  });
});
