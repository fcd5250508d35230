// `npm run test:containers`: docker-compose.yml as an operator meets it, under a project name and ports of its own. It comes up, does
// the main job in a browser, loses parts alone and of two, stops in time, scans uploads, and is removed with its data. Then a store of the
// release before is updated, lost with all its volumes and restored from its backup. Then a store behind the edge, with a Postgres of one's own
// that fails over.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseArgs } from 'node:util';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { RELEASES } from '#infra/adapters/postgres/releases.ts';
import { readMigrations } from '#infra/adapters/postgres/schema-files.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { checkOut } from '../releases/earlier-tree.ts';
import { allDelivered, buySome, placeSome, signIn, startBuying } from './customer.ts';
import { everythingIsLost } from './loss.ts';
import { prepareOwnPostgres } from './own-postgres.ts';
import { HEALTHY_LIMIT_MS, openProject, PARTS, run, SERVERS } from './project.ts';
import { uploadsAreScanned } from './scanned.ts';
import { step } from './step.ts';

const USAGE = `npm run test:containers -- [--no-build]

Needs a container engine (docker, as this user), Compose 2.24 or newer, about 6 GB of memory, the tag of the release before, and the images
of docker-compose.yml, which the engine fetches where it has none. --no-build takes the images giftledger and giftledger-tools as they are,
and those of the release before by its tag, such as giftledger:v0.3.0.`;
/** Of which there may be two on one published port. */
const DOUBLED = ['projections', 'processes', 'jobs', 'notary'];
const IMAGES = ['giftledger', 'giftledger-tools'];
const MOST_OF_AN_IMAGE_MB = 250;
const MOST_OF_A_STOP_S = 10;
/** The first line of the stage that both images are made of: what is above it is ours. */
const FIRST_LAYER = 'ENV NODE_ENV=production';
const NO_IMAGE_HAS = ['*.test.*', '*/testing', '*/fixtures', '*/proof'];
const THE_PARTS_HAVE_NOT = ['./programs/ledger', './programs/[bs]*.ts', './infra/seed', './infra/backup'];

const { values } = parseArgs({
  options: { 'no-build': { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const engine = await run('docker', ['version', '--format', '{{.Server.Version}}']).catch(() => undefined);
const plugin = await run('docker', ['compose', 'version', '--short']).catch(() => undefined);
if (!engine || !plugin) {
  console.error(`${engine ? 'docker has no compose' : 'No container engine answers'}. Nothing was tried.\n\n${USAGE}`);
  process.exit(1);
}
console.log(`Engine ${engine.stdout.trim()}, Compose ${plugin.stdout.trim()}`);

const folder = await mkdtemp(path.join(tmpdir(), 'giftledger-containers-'));
const project = await openProject(folder, { builds: !values['no-build'] });
const { env, compose, up, down, tool, ledger, isReady } = project;
try {
  await down();
  await aStoreOfItsOwn();
  await down();
  await theReleaseBefore();
  await everythingIsLost(project, folder);
  await down();
  await serversOfOnesOwn();
} catch (error) {
  console.error(await compose('logs', '--tail', '20').catch(() => ''));
  console.error(error);
  process.exitCode = 1;
} finally {
  await down().catch(console.error);
  await rm(folder, { recursive: true });
}

async function aStoreOfItsOwn(): Promise<void> {
  await step('everything is healthy, from nothing', async () => void (await up()));
  await step('a second start changes no secret', async () => {
    const before = await project.secrets();
    await up();
    assert.equal(await project.secrets(), before);
  });
  await step('the images are small, without tests, and those of the parts without tools', async () => {
    const megabytes = await Promise.all(IMAGES.map(ownMegabytes));
    for (const [at, image] of IMAGES.entries()) {
      assert.ok((megabytes[at] ?? Infinity) <= MOST_OF_AN_IMAGE_MB, `${image}: ${megabytes[at]} MB`);
      assert.deepEqual(await filesIn(image, NO_IMAGE_HAS), []);
    }
    assert.deepEqual(await filesIn('giftledger', THE_PARTS_HAVE_NOT), []);
    return IMAGES.map((image, at) => `${image} ${megabytes[at]?.toFixed(0)} MB`).join(', ');
  });
  await seed();
  await step('the main job in a browser', mainJob);
  for (const part of PARTS) {
    await step(`${part} is killed and comes back`, async () => {
      await project.kill(part);
      await isReady();
    });
  }
  for (const server of SERVERS) {
    await step(`${server} is killed and comes back`, async () => {
      await compose('restart', '--timeout', '0', server);
      await isReady();
    });
    await step(`without ${server}, web is unhealthy`, async () => {
      await compose('stop', server);
      await isUnhealthy('web');
      await compose('start', server);
      await isReady();
    });
  }
  await step('what hangs is unhealthy, and healthy again once it goes on', async () => {
    const hanging = [...PARTS, ...SERVERS, 'mail'];
    for (const service of hanging) await project.inside(service, 'kill -STOP -1');
    for (const service of hanging) await isUnhealthy(service);
    for (const service of hanging) await project.inside(service, 'kill -CONT -1');
    await isReady();
  });
  await step('two of each part: one of each is killed, and purchases go on', async () => {
    await up(...DOUBLED.flatMap((part) => ['--scale', `${part}=2`]));
    const customer = await signIn(env.PUBLIC_URL);
    const buying = startBuying(customer);
    for (const part of DOUBLED) {
      await project.kill(part);
      await isReady();
      await buying.goesOn(`${part} was killed`);
    }
    const orders = await buying.stop();
    await allDelivered(customer, orders);
    return `${orders.length} orders, each delivered`;
  });
  await step('the books are whole', async () => {
    await ledger('check');
    return (await ledger('verify')).trim();
  });
  await step(`all stop by themselves, each within ${MOST_OF_A_STOP_S} s`, async () => {
    // The engine kills what takes longer.
    await compose('stop', '--timeout', String(MOST_OF_A_STOP_S));
    const killed = (await project.containers()).filter(({ ExitCode }) => ExitCode === 137);
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
  await uploadsAreScanned(project);
}

/** docs/runbooks/upgrade.md, in compose. */
async function theReleaseBefore(): Promise<void> {
  const before = path.join(folder, 'before');
  const tag = (
    await run('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'], { cwd: PROJECT_ROOT })
  ).stdout.trim();
  await checkOut(tag, before);
  const file = path.join(before, 'docker-compose.yml');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/image: giftledger(-tools)?$/gm, `$&:${tag}`));
  await step(`everything of ${tag} is healthy, from nothing`, async () => void (await project.upIn(before)));
  await seed(before);
  await step(`${tag} is updated, with invoices that wait`, async () => {
    await compose('stop', 'jobs');
    const customer = await signIn(env.PUBLIC_URL);
    const orders = await buySome(customer);
    const listed = orders.map((id) => `'${id}'`).join();
    const issued = () => inPostgres(`select count(*) from app.invoice_number where invoice_id in (${listed})`);
    const newestMigration = () => inPostgres('select max(name) from public.schema_migration');
    assert.equal(await issued(), '0');
    assert.equal(await newestMigration(), RELEASES.find(({ version }) => tag === `v${version}`)?.lastMigration);
    await up();
    await isReady();
    assert.equal(await newestMigration(), (await readMigrations()).at(-1)?.name);
    await eventually(async () => assert.equal(await issued(), String(orders.length)), HEALTHY_LIMIT_MS);
    await allDelivered(customer, orders);
    return `${orders.length} orders, each with its invoice`;
  });
  await step('after it, customers buy and the books are whole', async () => {
    await buySome(await signIn(env.PUBLIC_URL));
    await ledger('check');
    await tool('rebuild');
    return (await ledger('verify')).trim();
  });
}

async function serversOfOnesOwn(): Promise<void> {
  await prepareOwnPostgres(project, folder);
  await step('with a Postgres of one’s own, and behind the edge, everything is healthy, from nothing', async () => {
    await up();
    assert.deepEqual([await project.healthOf('edge'), await project.healthOf('postgres')], [['healthy'], []]);
  });
  const authority = await compose('exec', '-T', 'edge', 'cat', '/data/caddy/pki/authorities/local/root.crt');
  setDefaultCACertificates([...getCACertificates('default'), authority]);
  await seed();
  await step('the edge is healthy without a web, and waits for the next one', async () => {
    await compose('stop', 'web');
    const checks = async () =>
      JSON.parse(await project.inspect('edge', '{{json .State.Health.Log}}')) as { Start: string }[];
    const last = (await checks()).at(-1)?.Start;
    // The engine keeps the last five.
    await eventually(async () => assert.ok((await checks()).every(({ Start }) => Start !== last)), HEALTHY_LIMIT_MS);
    assert.deepEqual(await project.healthOf('edge'), ['healthy']);
  });
  await step('two of web are restarted one after the other, and no purchase fails', async () => {
    await up('--scale', 'web=2');
    const customer = await signIn(env.PUBLIC_URL);
    const buying = startBuying(customer);
    for (const index of [1, 2]) {
      await project.restart('web', index);
      await isReady(['one', 'two', 'eventstore', 'edge']);
      await buying.goesOn(`web ${index} was restarted`);
    }
    const orders = await buying.stop();
    await allDelivered(customer, orders);
    return `${orders.length} orders, each delivered`;
  });
  await step('its primary is lost and the standby promoted: purchases go on, and none is lost', async () => {
    const customer = await signIn(env.PUBLIC_URL);
    const orders = await placeSome(customer);
    await eventually(async () => assert.equal(await customer.listsFrom(), 'standby'), HEALTHY_LIMIT_MS);
    orders.push(...(await placeSome(customer)));
    await compose('kill', 'one');
    await project.sqlAt(
      'two',
      'postgres',
      'select pg_promote()',
      "alter system set synchronous_standby_names = ''",
      'select pg_reload_conf()',
    );
    await isReady(['two', 'eventstore', 'edge']);
    // Emptying a cart does not wait for the standby: where it is lost with the primary, the next checkout names the order and does it.
    await customer.buy().catch(({ message }: Error) => assert.match(message, /earlier_checkout_done/));
    const after = await buySome(customer);
    await allDelivered(customer, orders);
    await ledger('check');
    return `${orders.length} and ${after.length} orders, each delivered; ${(await ledger('verify')).trim()}`;
  });
}

async function seed(release = PROJECT_ROOT): Promise<void> {
  await project.toolIn(release, 'seed', '--customers', '9', '--orders', '24', '--remote');
}

async function inPostgres(query: string): Promise<string> {
  return (await project.sqlAt('postgres', 'giftledger', query)).trim();
}

async function isUnhealthy(service: string): Promise<void> {
  await eventually(
    async () => assert.deepEqual(await project.healthOf(service), ['unhealthy'], service),
    HEALTHY_LIMIT_MS,
  );
}

/** What an image adds to that of Node. */
async function ownMegabytes(image: string): Promise<number> {
  const format = ['--no-trunc', '--human=false', '--format', '{{.Size}} {{.CreatedBy}}'];
  const layers = (await run('docker', ['history', ...format, image])).stdout.split('\n');
  const first = layers.findIndex((line) => line.includes(FIRST_LAYER));
  assert.ok(first > 0, `${image} has no layer ${FIRST_LAYER}`);
  return layers.slice(0, first).reduce((sum, line) => sum + Number(line.split(' ', 1)[0]), 0) / 1e6;
}

/** Files and folders of ours in such a place. */
async function filesIn(image: string, places: readonly string[]): Promise<string[]> {
  const there = places.flatMap((place) => ['-o', '-path', place]).slice(1);
  const find = ['find', '.', '-path', './node_modules', '-prune', '-o', '(', ...there, ')', '-print'];
  return (await run('docker', ['run', '--rm', '--network', 'none', image, ...find])).stdout.split('\n').filter(Boolean);
}

async function mainJob(): Promise<void> {
  const child = spawn(process.execPath, ['infra/proof/testing/run.ts', 'e2e', 'web/e2e/main-job.e2e.test.ts'], {
    cwd: PROJECT_ROOT,
    stdio: 'inherit',
    env: {
      ...env,
      E2E_URL: env.PUBLIC_URL,
      E2E_MAILBOX_URL: project.mailboxUrl,
      E2E_TOOLS: ['docker', ...project.command, 'run', '--rm', '-T', '--no-deps'].join(' '),
    },
  });
  const [code] = await once(child, 'exit');
  assert.equal(code, 0, 'the main job');
}
