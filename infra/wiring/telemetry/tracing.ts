import { createRequire } from 'node:module';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, RandomIdGenerator } from '@opentelemetry/sdk-trace-node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CORRELATION_ID_HEADER } from '#bff/contract/base/headers.ts';
import { type Watch, watchWork } from '#core/kernel/work.ts';
import { rootSpanIdOf, traceIdOf } from './trace-ids.ts';

const MAX_STATEMENT_CHARS = 500;
/** A batch of events follows from as many requests. */
const MAX_CAUSES = 50;

/** Sends spans of this process over OTLP, to where the standard variables say. Loaded only where they name an address. */
export function startTracing(part: string) {
  const ids = createIds();
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `giftledger-${part}` }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register({
    propagator: {
      fields: () => [CORRELATION_ID_HEADER],
      inject() {},
      extract: (active, headers) => contextOf(String(headers[CORRELATION_ID_HEADER]), active),
    },
  });
  const tracer = trace.getTracer('giftledger');
  const statements = new PgInstrumentation({
    requireParentSpan: true,
    requestHook: (span, { query }) => span.setAttribute('db.statement', withoutValues(query.text)),
  });
  statements.setTracerProvider(provider);
  // The instrumentation changes the client where it is required; imports share it.
  createRequire(import.meta.url)('pg');
  watchWork(watchOf(tracer), () => trace.getSpanContext(context.active())?.traceId);

  const http = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    // Addresses have ids and search terms.
    requestHook: (span, request) => void span.updateName(nameOf(request)).setAttribute('url.path', patternOf(request)),
  });
  http.setTracerProvider(provider);
  return {
    /** Before any route. A read stands in the trace of the write that it follows, because the browser sends the same correlation id. */
    async watchRequests(app: FastifyInstance): Promise<void> {
      const roots = new WeakMap<FastifyRequest, Span>();
      await app.register(http.plugin());
      app.addHook('onRequest', async (request) => {
        if (request.method === 'GET' || request.method === 'HEAD') return;
        roots.set(
          request,
          ids.asRootOf(traceIdOf(request.id), () =>
            tracer.startSpan(`action ${nameOf(request)}`, { root: true, kind: SpanKind.CLIENT }, ROOT_CONTEXT),
          ),
        );
      });
      app.addHook('onResponse', async (request) => roots.get(request)?.end());
    },
    stop: () => provider.shutdown(),
  };
}

const patternOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'other';
const nameOf = (request: FastifyRequest) => `${request.method} ${patternOf(request)}`;

/** Some statements of the read models have their values in their text. */
const withoutValues = (sql: string) => sql.replaceAll(/'(?:[^']|'')*'/g, '?').slice(0, MAX_STATEMENT_CHARS);

function contextOf(correlationId: string, from: Context = ROOT_CONTEXT): Context {
  const traceId = traceIdOf(correlationId);
  const parent = { traceId, spanId: rootSpanIdOf(traceId), traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(from, parent);
}

/** Within the work of the same trace a span stands under it; else under the trace's first span. */
const parentOf = (correlationId: string): Context =>
  trace.getSpanContext(context.active())?.traceId === traceIdOf(correlationId)
    ? context.active()
    : contextOf(correlationId);

const watchOf =
  (tracer: ReturnType<typeof trace.getTracer>): Watch =>
  async (door, kind, work, causes) => {
    const [parent = context.active(), ...others] = [...new Set(causes)].slice(0, MAX_CAUSES).map(parentOf);
    const startTime = Date.now();
    const options = { startTime, attributes: { kind } };
    const span = tracer.startSpan(`${door} ${kind}`, options, parent);
    try {
      return await context.with(trace.setSpan(parent, span), work);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' });
      throw error;
    } finally {
      span.end();
      for (const other of others) tracer.startSpan(`${door} ${kind}`, options, other).end();
    }
  };

/** Random ids, but for the first span of a trace, whose id other processes know. */
function createIds() {
  const random = new RandomIdGenerator();
  let root: string | undefined;
  return {
    generateTraceId: () => root ?? random.generateTraceId(),
    generateSpanId: () => (root === undefined ? random.generateSpanId() : rootSpanIdOf(root)),
    asRootOf(traceId: string, start: () => Span): Span {
      root = traceId;
      try {
        return start();
      } finally {
        root = undefined;
      }
    },
  };
}
