import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const HEALTH_URI = '/api/health/ready';
const TRY_EVERY_MS = 100;
export type Patience = { readonly healthMs: number; readonly tryForMs: number; readonly answerMs: number };
/** As infra/containers/Caddyfile has it, and callers who give up after half a minute. */
export const PATIENCE: Patience = { healthMs: 2_000, tryForMs: 10_000, answerMs: 30_000 };
/** Caddy keeps a connection that nobody uses for two minutes. */
const IDLE_MS = 120_000;

type Upstream = { readonly port: number; readonly agent: http.Agent; isUp: boolean; active: number };

export type Balancer = {
  readonly url: string;
  /** Whether this server gets requests at the moment. */
  isUp(port: number): boolean;
  /** How often each server was asked. */
  readonly asked: ReadonlyMap<number, number>;
  close(): Promise<void>;
};

/**
 * A balancer with the manners of the one that docs/containers.md describes: it asks each server for its readiness, sends a request to the one
 * with the fewest, keeps connections, and tries again where no connection was made, never where anything was sent.
 */
export async function startBalancer(
  ports: readonly number[],
  healthEveryMs: number,
  { healthMs, tryForMs } = PATIENCE,
): Promise<Balancer> {
  const upstreams = ports.map((port): Upstream => {
    const agent = new http.Agent({ keepAlive: true, timeout: IDLE_MS });
    return { port, agent, isUp: false, active: 0 };
  });
  const asked = new Map<number, number>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const checking = upstreams.map(async (upstream) => {
    while (!signal.aborted) {
      upstream.isUp = await isReady(upstream.port, healthMs);
      await delay(healthEveryMs, undefined, { signal }).catch(() => undefined);
    }
  });

  async function pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const untilMs = performance.now() + tryForMs;
    for (;;) {
      const [upstream] = upstreams.filter(({ isUp }) => isUp).sort((one, other) => one.active - other.active);
      const outcome = upstream ? await passTo(upstream, request, body, response) : 'no server is ready';
      if (outcome === 'done') return;
      if (outcome !== 'not connected' && upstream) return refuse(response, outcome);
      if (performance.now() > untilMs) return refuse(response, outcome);
      await delay(TRY_EVERY_MS);
    }
  }

  async function passTo(
    upstream: Upstream,
    request: http.IncomingMessage,
    body: Buffer,
    response: http.ServerResponse,
  ) {
    const { port, agent } = upstream;
    asked.set(port, (asked.get(port) ?? 0) + 1);
    upstream.active += 1;
    const onward = http.request({
      host: '127.0.0.1',
      port,
      agent,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, connection: 'keep-alive' },
    });
    response.on('close', () => onward.destroy());
    try {
      onward.end(body);
      const [answer] = (await once(onward, 'response')) as [http.IncomingMessage];
      const { connection: _, 'keep-alive': __, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, headers);
      for await (const part of answer) response.write(part);
      response.end();
      return 'done';
    } catch (error) {
      const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
      if (response.headersSent) {
        response.destroy();
        return 'done';
      }
      return syscall === 'connect' ? 'not connected' : `the connection broke: ${code}`;
    } finally {
      upstream.active -= 1;
    }
  }

  const server = http.createServer({ keepAliveTimeout: IDLE_MS }, (request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isUp: (port) => upstreams.some((upstream) => upstream.port === port && upstream.isUp),
    asked,
    async close() {
      stopping.abort();
      server.closeAllConnections();
      server.close();
      await Promise.all(checking);
      for (const { agent } of upstreams) agent.destroy();
    },
  };
}

async function isReady(port: number, limitMs: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${HEALTH_URI}`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(limitMs),
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

function refuse(response: http.ServerResponse, why: string): void {
  response.writeHead(502, { 'content-type': 'text/plain' }).end(why);
}
