// `npm run conformance -- --url esdb://…`: the conformance cases on the embedded node and on any EventStoreDB, side by side.
import { readOptions } from '#infra/adapters/config/command-options.ts';
import { withoutLogin } from '#infra/adapters/eventstore/login.ts';
import { startRunCluster, TEST_CLUSTER_VARIABLE } from '../testing/cluster.ts';
import { allPass, type CaseResult, runCases } from './run-cases.ts';

const USAGE = `npm run conformance -- [--url esdb://localhost:2113?tls=false]

Tries every conformance case on the embedded event-store node and on the server at that address, and prints the cases in which
they differ; it fails where a case fails on either. The cases write streams of their own and read the whole log: use a server with nothing else on it.`;

const { url } = readOptions(USAGE, { url: { type: 'string' } });
const cluster = await startRunCluster();
process.env[TEST_CLUSTER_VARIABLE] = cluster.socketDir;
try {
  const embedded = await tried('the embedded node', {});
  const other = url === undefined ? undefined : await tried(withoutLogin(url), { EVENTSTORE_TEST_URL: url });
  if (other) printDifferences(embedded, other);
  process.exitCode = [embedded, other ?? embedded].every(allPass) ? 0 : 1;
} finally {
  await cluster.stop();
}

async function tried(name: string, environment: NodeJS.ProcessEnv): Promise<Map<string, CaseResult>> {
  const results = await runCases(environment);
  const failed = [...results].filter(([, { passed }]) => !passed);
  console.log(`${name}: ${results.size - failed.length} of ${results.size} cases pass`);
  for (const [title, { reason }] of failed) console.log(`  ✗ ${title}\n      ${reason}`);
  return results;
}

function printDifferences(embedded: Map<string, CaseResult>, other: Map<string, CaseResult>): void {
  const titles = new Set([...embedded.keys(), ...other.keys()]);
  const differing = [...titles].filter((title) => embedded.get(title)?.passed !== other.get(title)?.passed);
  console.log(differing.length === 0 ? '\nThe two answer every case alike.' : '\nCases in which the two differ:');
  for (const title of differing) {
    const passes = embedded.get(title)?.passed ? 'the embedded node passes' : 'the other server passes';
    console.log(`  ${title}: ${passes}`);
  }
}
