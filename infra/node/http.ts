import http from 'node:http';

const TICKS_AFTER_MS = '0000Z';
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export type HttpFacts = {
  /** The version that this node reports. */
  readonly version: string;
  readonly hasUsers: boolean;
  readonly endpoint: () => { readonly host: string; readonly port: number };
  /** Position of the last event. */
  readonly committed: () => number;
};

/** EventStoreDB's answers for operations: load balancers, monitoring, people with a browser. */
export function createHttpServer(facts: HttpFacts): http.Server {
  const started = new Date();
  const pages: Readonly<Record<string, () => unknown>> = {
    '/info': () => ({
      esVersion: facts.version,
      state: 'leader',
      features: { projections: false, userManagement: false, atomPub: false },
      authentication: { type: facts.hasUsers ? 'internal' : 'insecure', properties: [] },
    }),
    '/gossip': () => gossipOf(facts, started),
    '/stats': () => ({ proc: processStats(started), es: { writer: { lastCommitPosition: facts.committed() } } }),
    '/stats/proc': () => processStats(started),
  };
  return http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://node');
    const page = pages[pathname];
    if (!page && pathname !== '/health/live') return response.writeHead(404).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return response.writeHead(405).end();
    if (page) return response.writeHead(200, JSON_TYPE).end(JSON.stringify(page(), null, 2));
    const code = Number(searchParams.get('liveCode') ?? 204);
    return response.writeHead(code >= 200 && code < 600 ? code : 204).end();
  });
}

function gossipOf({ endpoint, version, committed }: HttpFacts, started: Date) {
  const { host, port } = endpoint();
  return {
    members: [
      {
        timeStamp: started.toISOString().replace('Z', TICKS_AFTER_MS),
        state: 'Leader',
        isAlive: true,
        httpEndPointIp: host,
        httpEndPointPort: port,
        lastCommitPosition: committed(),
        writerCheckpoint: committed(),
        isReadOnlyReplica: false,
        esVersion: version,
      },
    ],
    serverIp: host,
    serverPort: port,
  };
}

const processStats = (started: Date) => ({
  startTime: started.toISOString().replace('Z', TICKS_AFTER_MS),
  id: process.pid,
  mem: process.memoryUsage.rss(),
  cpu: process.cpuUsage().user / 1e6 / process.uptime(),
});
