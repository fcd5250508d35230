import type { Logger } from '#infra/adapters/logger/logger.ts';

import type { Pools } from './metrics.ts';

type Options = {
  readonly part: string;
  readonly config: { readonly metricsPort?: number | undefined; readonly host: string };
  readonly logger: Logger;
  readonly env?: NodeJS.ProcessEnv;
};

const TRACES_TO = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const isTraced = (env: NodeJS.ProcessEnv) =>
  TRACES_TO.some((name) => env[name]) && env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true';

/**
 * Counts and traces of one process: `/metrics` where METRICS_PORT is set, spans where the standard variables of OpenTelemetry name an
 * address. Without them nothing of it is loaded.
 */
export async function startTelemetry({ part, config, logger, env = process.env }: Options) {
  const { metricsPort: port } = config;
  const tracing = isTraced(env) ? (await import('./tracing.ts')).startTracing(part) : undefined;
  const counting = port === undefined ? undefined : await import('./metrics.ts');
  const metrics =
    port === undefined ? undefined : await counting?.startMetrics({ ...config, port }, logger, env.GIFTLEDGER_DATA_DIR);
  return {
    registry: metrics?.registry,
    countPools: (pools: () => Pools) => metrics && counting?.countPools(metrics.registry, pools),
    watchRequests: tracing?.watchRequests,
    /** Sends what is not sent yet. */
    async stop(): Promise<void> {
      metrics?.server.close();
      await tracing?.stop().catch((error: unknown) => logger.warn({ err: error }, 'the last spans could not be sent'));
    },
  };
}
