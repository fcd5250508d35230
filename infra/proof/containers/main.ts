// `npm run test:containers`: docker-compose.yml as an operator meets it, under a project name and ports of its own. It comes up, does
// the main job in a browser, loses parts alone and of two, stops in time, and is removed with its data. Then the same behind the edge, with a
// Postgres of one's own that fails over.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { dataOf } from '#bff/contract/base/common.ts';
import { READ_FROM_HEADER } from '#bff/contract/base/headers.ts';
import { SignedIn } from '#bff/contract/identity/auth.ts';
import { WalletList } from '#bff/contract/money/wallet.ts';
import { ProductSearchPage } from '#bff/contract/shop/catalogue.ts';
import { CheckoutAnswer, OrderDetail } from '#bff/contract/shop/order.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { freePort } from '#infra/local/ports.ts';

const USAGE = `npm run test:containers -- [--no-build]

Needs a container engine (docker, as this user), Compose 2.24 or newer, about 4 GB of memory, and the images of docker-compose.yml, which
the engine fetches where it has none. --no-build takes the images giftledger and giftledger-tools as they are.`;
const PROJECT = 'giftledger-proof';
const HEALTHY_LIMIT_S = 900;
const HEALTHY_LIMIT_MS = 300_000;
const BUYING_EVERY_MS = 500;
const ORDERS_IN_A_ROW = 5;
const MOST_OF_A_MESSAGE = 1_000;
/** They have an init process, so that all that runs in them can be killed from inside. */
const PARTS = ['web', 'jobs', 'processes', 'projections'];
const SERVERS = ['postgres', 'eventstore'];
const OWN_POSTGRES = 'infra/proof/containers/own-postgres.yml';
/** Of which there may be two on one published port. */
const DOUBLED = ['projections', 'processes', 'jobs', 'notary'];

const { values } = parseArgs({
  options: { 'no-build': { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const run = promisify(execFile);
const engine = await run('docker', ['version', '--format', '{{.Server.Version}}']).catch(() => undefined);
const plugin = await run('docker', ['compose', 'version', '--short']).catch(() => undefined);
if (!engine || !plugin) {
  console.error(`${engine ? 'docker has no compose' : 'No container engine answers'}. Nothing was tried.\n\n${USAGE}`);
  process.exit(1);
}
console.log(`Engine ${engine.stdout.trim()}, Compose ${plugin.stdout.trim()}`);

const [webPort, mailPort] = [await freePort(), await freePort()];
const url = `http://localhost:${webPort}`;
const settings = { PUBLIC_URL: url, PORT: String(webPort), MAILBOX_PORT: String(mailPort), RATE_LIMIT: 'off' };
const env: NodeJS.ProcessEnv = { ...process.env, ...settings };
// Without the `.env` of a store that runs here.
const COMPOSE = ['compose', '--project-name', PROJECT, '--env-file', '/dev/null'];

async function compose(...args: string[]): Promise<string> {
  try {
    return (await run('docker', [...COMPOSE, ...args], { cwd: PROJECT_ROOT, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    const { stderr } = error as { stderr: string };
    throw new Error(`docker compose ${args.join(' ')}: ${stderr.slice(-MOST_OF_A_MESSAGE)}`);
  }
}
async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  const startedMs = performance.now();
  const said = await work();
  console.log(
    `✓ ${name}, ${((performance.now() - startedMs) / 1_000).toFixed(1)} s${typeof said === 'string' ? `: ${said}` : ''}`,
  );
}
const up = (...args: string[]) =>
  compose(
    'up',
    ...(values['no-build'] ? [] : ['--build']),
    '--wait',
    '--wait-timeout',
    String(HEALTHY_LIMIT_S),
    ...args,
  );
const keptSecrets = () => compose('run', '--rm', '-T', '--no-deps', 'secrets', 'sha256sum', '/secrets/all/secrets.env');
const ledger = (...args: string[]) => compose('run', '--rm', '-T', '--no-deps', 'ledger', ...args);

type Container = {
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
  readonly ExitCode: number;
};
const containers = async (): Promise<Container[]> =>
  (await compose('ps', '--all', '--format', 'json'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Container);

const healthyNow = async (): Promise<string[]> =>
  (await containers())
    .filter(({ State, Health }) => State === 'running' && Health === 'healthy')
    .map(({ Service }) => Service);

/** When the oldest of the edge's last health checks began: another one is the oldest after five more. */
const oldestCheck = async (): Promise<string> => {
  const log = '{{(index .State.Health.Log 0).Start}}';
  return (await run('docker', ['inspect', '--format', log, `${PROJECT}-edge-1`])).stdout;
};

/** All that lasts runs and is healthy: one that was just killed is neither. */
const isReady = (servers = SERVERS) =>
  eventually(async () => {
    const names = await healthyNow();
    assert.deepEqual(
      [...PARTS, ...servers, 'notary', 'mail'].filter((name) => !names.includes(name)),
      [],
    );
    assert.equal((await fetch(`${url}/api/health/ready`)).status, 200);
  }, HEALTHY_LIMIT_MS);

/** Kills all that runs in the first container of a part, and waits until the engine has started it again. */
async function kill(part: string): Promise<void> {
  const startedAt = async () =>
    (await run('docker', ['inspect', '--format', '{{.State.StartedAt}}', `${PROJECT}-${part}-1`])).stdout;
  const before = await startedAt();
  await compose('exec', '-T', '--index', '1', part, 'sh', '-c', 'kill -9 -1').catch(() => undefined);
  await eventually(async () => assert.notEqual(await startedAt(), before), HEALTHY_LIMIT_MS);
}

async function mainJob(): Promise<void> {
  const child = spawn(process.execPath, ['infra/proof/testing/run.ts', 'e2e', 'web/e2e/main-job.e2e.test.ts'], {
    cwd: PROJECT_ROOT,
    stdio: 'inherit',
    env: {
      ...env,
      E2E_URL: url,
      E2E_MAILBOX_URL: `http://localhost:${mailPort}`,
      E2E_TOOLS: ['docker', ...COMPOSE, 'run', '--rm', '-T', '--no-deps'].join(' '),
    },
  });
  const [code] = await once(child, 'exit');
  assert.equal(code, 0, 'the main job');
}

/** The seeded customer buys one card after the other; the first purchase without an order ends it. */
async function startBuying() {
  const { email, password } = SIGN_INS.customer;
  let authorization = '';
  let readFrom: string | null = null;
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    if (method === 'GET') readFrom = answer.headers.get(READ_FROM_HEADER);
    return JSON.parse(text);
  };
  const signedIn = SignedIn.parse(await ask('POST', '/auth/sign-in', { email, password, remember: false }));
  authorization = `Bearer ${signedIn.access_token}`;
  const found = ProductSearchPage.parse(await ask('GET', '/products/search?term=Steam%20%2420'));
  const variant_id = found.data.find(({ name }) => name === 'Steam $20')?.variant?.id;
  const wallet_id = WalletList.parse(await ask('GET', '/wallets')).data.find(({ currency }) => currency === 'USD')?.id;
  const orders: string[] = [];
  const ending = new AbortController();
  const work = (async () => {
    while (!ending.signal.aborted) {
      await ask('POST', '/cart', { wallet_id, variant_id, quantity: 1 });
      orders.push(CheckoutAnswer.parse(await ask('POST', '/checkout', { wallet_id })).order.id);
      await delay(BUYING_EVERY_MS);
    }
  })();
  const outcome = work.catch((error: unknown) => error);
  return {
    async stop(): Promise<string[]> {
      ending.abort();
      const error = await outcome;
      if (error) throw error;
      return orders;
    },
    placed: () => orders.length,
    /** Which server answered a list. */
    async listsFrom(): Promise<string | null> {
      await ask('GET', '/orders');
      return readFrom;
    },
    isDelivered: async (id: string) =>
      dataOf(OrderDetail).parse(await ask('GET', `/orders/${id}`)).data.fulfillment_status === 'completed',
  };
}

/** Purchases go on for a few orders, each delivered. */
async function buySome(): Promise<string[]> {
  const buying = await startBuying();
  await eventually(() => assert.ok(buying.placed() >= ORDERS_IN_A_ROW), HEALTHY_LIMIT_MS);
  const orders = await buying.stop();
  for (const id of orders) await eventually(async () => assert.ok(await buying.isDelivered(id), id));
  return orders;
}

const sqlAt = (server: string, ...statements: string[]) =>
  compose(
    'exec',
    '-T',
    server,
    'psql',
    '--username',
    'postgres',
    '--quiet',
    '--set',
    'ON_ERROR_STOP=1',
    ...statements.flatMap((text) => ['--command', text]),
  );

/** `.env` of a store with a primary and its standby elsewhere, which are started, and with the edge. */
async function prepareOwnPostgres(folder: string): Promise<void> {
  const OWN_PASSWORD = randomUUID();
  const edgePort = String(await freePort());
  Object.assign(env, {
    OWN_PASSWORD,
    COMPOSE_FILE: [process.env.COMPOSE_FILE ?? 'docker-compose.yml', OWN_POSTGRES].join(path.delimiter),
    COMPOSE_PROFILES: 'edge',
    PUBLIC_URL: `https://localhost:${edgePort}`,
    EDGE_PORT: edgePort,
    TRUST_PROXY: '1',
    DATABASE_URL: `postgresql://keeper:${OWN_PASSWORD}@two:5432,one:5432/store?reads=standby`,
    SERVERS_CA: path.join(folder, 'ca.crt'),
  });
  await compose('up', '--wait', '--wait-timeout', String(HEALTHY_LIMIT_S), 'one');
  await writeFile(
    env.SERVERS_CA ?? '',
    await compose('run', '--rm', '-T', 'own-certificate', 'cat', '/authorities/one/ca/ca.crt'),
  );
  await compose(
    'exec',
    '-T',
    'one',
    'sh',
    '-c',
    'echo "hostssl replication replica all scram-sha-256" >> "$PGDATA/pg_hba.conf"',
  );
  // The owner is no superuser.
  await sqlAt(
    'one',
    `create role replica login replication password '${OWN_PASSWORD}'`,
    `create role keeper login createrole password '${OWN_PASSWORD}'`,
    'create database store owner keeper',
    "select pg_create_physical_replication_slot('standby', true)",
    'select pg_reload_conf()',
  );
  await compose('up', '--wait', '--wait-timeout', String(HEALTHY_LIMIT_S), 'two');
  await sqlAt('one', "alter system set synchronous_standby_names = 'standby'", 'select pg_reload_conf()');
}

const folder = await mkdtemp(path.join(tmpdir(), 'giftledger-containers-'));
try {
  await compose('down', '--volumes', '--timeout', '1');
  await step('everything is healthy, from nothing', async () => void (await up()));
  await step('a second start changes no secret', async () => {
    const before = await keptSecrets();
    await up();
    assert.equal(await keptSecrets(), before);
  });
  await compose('run', '--rm', '-T', 'seed', '--customers', '9', '--orders', '24', '--remote');
  await step('the main job in a browser', mainJob);
  for (const part of PARTS) {
    await step(`${part} is killed and comes back`, async () => {
      await kill(part);
      await isReady();
    });
  }
  for (const server of SERVERS) {
    await step(`${server} is killed and comes back`, async () => {
      await compose('restart', '--timeout', '0', server);
      await isReady();
    });
  }
  await step('two of each part: one of each is killed, and purchases go on', async () => {
    await up(...DOUBLED.flatMap((part) => ['--scale', `${part}=2`]));
    const buying = await startBuying();
    for (const part of DOUBLED) {
      const before = buying.placed();
      await kill(part);
      await isReady();
      await eventually(() => assert.ok(buying.placed() > before, `no order since ${part} was killed`));
    }
    const orders = await buying.stop();
    for (const id of orders) await eventually(async () => assert.ok(await buying.isDelivered(id), id));
    return `${orders.length} orders, each delivered`;
  });
  await step('the books are whole', async () => {
    await ledger('check');
    return (await ledger('verify')).trim();
  });
  await step('all stop by themselves', async () => {
    await compose('stop');
    const killed = (await containers()).filter(({ ExitCode }) => ExitCode === 137);
    assert.deepEqual(
      killed.map(({ Service }) => Service),
      [],
    );
  });
  await step('all come back', async () => {
    await up();
    await isReady();
    await ledger('verify');
  });
  await compose('down', '--volumes', '--timeout', '10');
  await prepareOwnPostgres(folder);
  await step('with a Postgres of one’s own, and behind the edge, everything is healthy, from nothing', async () => {
    await up();
    const names = await healthyNow();
    assert.deepEqual([names.includes('edge'), names.includes('postgres')], [true, false]);
  });
  await compose('run', '--rm', '-T', 'seed', '--customers', '9', '--orders', '24', '--remote');
  await step('the edge is healthy without a web, and waits for the next one', async () => {
    const before = await oldestCheck();
    await compose('stop', 'web');
    await eventually(async () => assert.notEqual(await oldestCheck(), before), HEALTHY_LIMIT_MS);
    assert.ok((await healthyNow()).includes('edge'));
    await up();
  });
  await step('its primary is lost and the standby promoted: purchases go on, and none is lost', async () => {
    const before = await startBuying();
    await eventually(() => assert.ok(before.placed() >= ORDERS_IN_A_ROW), HEALTHY_LIMIT_MS);
    await eventually(async () => assert.equal(await before.listsFrom(), 'standby'), HEALTHY_LIMIT_MS);
    const orders = await before.stop();
    await compose('kill', 'one');
    await sqlAt(
      'two',
      'select pg_promote()',
      "alter system set synchronous_standby_names = ''",
      'select pg_reload_conf()',
    );
    await isReady(['two', 'eventstore', 'edge']);
    const after = await buySome();
    for (const id of orders) await eventually(async () => assert.ok(await before.isDelivered(id), id));
    await ledger('check');
    return `${orders.length} and ${after.length} orders, each delivered; ${(await ledger('verify')).trim()}`;
  });
} catch (error) {
  console.error(await compose('logs', '--tail', '20').catch(() => ''));
  console.error(error);
  process.exitCode = 1;
} finally {
  await compose('down', '--volumes', '--timeout', '10').catch(console.error);
  await rm(folder, { recursive: true });
}
