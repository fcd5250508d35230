// `npm run faults -- --kills N --seed S`: the product under load, while its parts are killed, stopped and disconnected.
// `npm run faults -- --rolling`: two of each part under load, each restarted in turn: no request may fail.
// `npm run faults -- --failover`: two of each part under load, while the primary of Postgres is killed and its standby promoted, again and again.
// `npm run faults -- --scenario NAME --seconds N`: the product while its environment is unavailable, slow, full or
// wrong.
import { readOptions, wholeOption } from '#infra/adapters/config/command-options.ts';
import { SCENARIO_NAMES } from './environment/scenario-names.ts';

const values = readOptions(
  `npm run faults -- [--kills 30 | --minutes 10] [--seed N] [--customers 6] [--verbose] [--eventstore nodes.json]
npm run faults -- --rolling [--requests 50000] [--readers 8] [--buyers 4]
npm run faults -- --failover [--failovers 3] [--log in-postgres|elsewhere] [--customers 6] [--seed N]
npm run faults -- --scenario ${SCENARIO_NAMES.join('|')}|all [--seconds 60] [--verbose]

--eventstore names a file that describes a cluster: {"address": "esdb://…", "nodes": [{"url": "https://…", "pidFile": "…"}]}. Its processes are
killed and stopped in place of the product's parts, and all restarted in turn at the end. A CA of its own: NODE_EXTRA_CA_CERTS.

The same seed gives the same faults and the same customers; what meets what is up to the machine.`,
  {
    kills: { type: 'string', default: '30' },
    minutes: { type: 'string' },
    eventstore: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    customers: { type: 'string', default: '6' },
    rolling: { type: 'boolean', default: false },
    requests: { type: 'string', default: '50000' },
    readers: { type: 'string', default: '8' },
    buyers: { type: 'string', default: '4' },
    failover: { type: 'boolean', default: false },
    failovers: { type: 'string', default: '3' },
    log: { type: 'string', default: 'in-postgres' },
    scenario: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    verbose: { type: 'boolean', short: 'v', default: false },
  },
);
const say = (line: string) => console.log(line);
const sayDetail = (line: string) => {
  if (values.verbose) console.log(`    ${line}`);
};
/** The figures of docker-compose.yml and its Caddyfile. */
const AS_IN_CONTAINERS = { drainSeconds: 5, healthEveryMs: 1_000 };

if (values.rolling) process.exit(await onCluster(rolling));
if (values.failover) process.exit(await onCluster(failover));
process.exit(values.scenario === undefined ? await faults() : await scenarios(values.scenario));

// What runs is loaded after the options are read: a call for help is answered at once.
async function faults(): Promise<number> {
  const { readCluster } = await import('./cluster.ts');
  const { runFaults } = await import('./run.ts');
  const report = await runFaults({
    kills: wholeOption('kills', values.kills, 0),
    minutes: values.minutes === undefined ? undefined : wholeOption('minutes', values.minutes, 1),
    cluster: values.eventstore === undefined ? undefined : await readCluster(values.eventstore),
    seed: wholeOption('seed', values.seed, 0),
    customers: wholeOption('customers', values.customers, 1),
    acknowledgedBetween: 25,
    say,
    sayDetail,
  });
  return tell(report.violations, report.acknowledged);
}

/** The databases of these runs are in a cluster that lives as long as the run. */
async function onCluster(run: () => Promise<number>): Promise<number> {
  const { startRunCluster, TEST_CLUSTER_VARIABLE } = await import('#infra/proof/testing/cluster.ts');
  const cluster = await startRunCluster();
  process.env[TEST_CLUSTER_VARIABLE] = cluster.socketDir;
  return run().finally(() => cluster.stop());
}

async function rolling(): Promise<number> {
  const { runRolling } = await import('./rolling/run.ts');
  const report = await runRolling({
    ...AS_IN_CONTAINERS,
    requests: wholeOption('requests', values.requests, 1),
    readers: wholeOption('readers', values.readers, 1),
    buyers: wholeOption('buyers', values.buyers, 1),
    say,
  });
  console.log(
    `\n${report.failed} of ${report.requests} requests failed in ${Math.round(report.seconds)} s; ${report.restarts} restarts, ${report.orders.size} orders, ${report.streamsEnded} streams of news opened again.`,
  );
  if (report.doubtful > 0) console.log(`NOT SOUND: ${report.doubtful} orders are doubtful.`);
  return report.failed + report.doubtful === 0 ? 0 : 1;
}

async function failover(): Promise<number> {
  if (!['in-postgres', 'elsewhere'].includes(values.log))
    refuse(`--log wants in-postgres or elsewhere, not "${values.log}".`);
  const { startInParts } = await import('./failover/in-parts.ts');
  const { runFailovers } = await import('./failover/run.ts');
  const { violations, acknowledged } = await runFailovers({
    isLogApart: values.log === 'elsewhere',
    failovers: wholeOption('failovers', values.failovers, 1),
    seed: wholeOption('seed', values.seed, 0),
    customers: wholeOption('customers', values.customers, 1),
    start: startInParts,
    acknowledgedBetween: 100,
    say,
  });
  return tell(violations, acknowledged);
}

function tell(violations: readonly string[], acknowledged: number): number {
  console.log(
    violations.length === 0
      ? `\nSound: ${acknowledged} acknowledged, nothing lost, nothing doubled.`
      : `\nNOT SOUND: ${violations.length} violations, see above.`,
  );
  return violations.length === 0 ? 0 : 1;
}

async function scenarios(wanted: string): Promise<number> {
  const names = wanted === 'all' ? SCENARIO_NAMES : SCENARIO_NAMES.filter((name) => name === wanted);
  if (names.length === 0) refuse(`--scenario wants ${SCENARIO_NAMES.join(', ')} or all, not "${wanted}".`);
  const { runScenarios } = await import('./environment/scenarios.ts');
  const failures = await runScenarios(names, { ms: wholeOption('seconds', values.seconds, 1) * 1_000, say, sayDetail });
  console.log(
    failures === 0 ? '\nSound: refused in time, read on, healed.' : `\nNOT SOUND: ${failures} of ${names.length}.`,
  );
  return failures === 0 ? 0 : 1;
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}
