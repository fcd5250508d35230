import { OF_STORE } from './terminal.mjs';

/**
 * Half of the memory of a long log. It costs processor time: `ledger` a twentieth (rows of the bench: memory of ledger check, verify), `backup`
 * a third with 33,000 events. `restore` goes without it: nothing runs beside it, and the store is away until it ends. Young
 * objects get less room than Node gives them; the heap is collected once it has grown by a fifth, not to three times
 * its size; and glibc gives large blocks back as soon as they are free, which it does no more after the first of each size.
 */
const OF_LONG_LOG = {
  flags: ['--max-semi-space-size=8', '--heap-growing-percent=20'],
  environment: { MALLOC_MMAP_THRESHOLD_: '131072' },
};

/**
 * What stands behind each command. `entry` is one of our files, `bin` a program of a package ([package, name]), `npm`
 * npm itself. `arguments` come before those of the call,
 * `takes` says which groups of the terminal's variables it gets (terminal.mjs) beside those of the system.
 *
 * `reachesOut`: it may talk to servers elsewhere, perhaps through a proxy. `isTool`: it knows no orderly end, so a
 * signal goes to it directly. `passesTerminal`: its variables are the terminal's.
 */
export const PROGRAMS = {
  start: {
    takes: OF_STORE,
    entry: 'programs/start.ts',
    flags: ['--max-semi-space-size=2'],
    // Otherwise each thread that allocates memory would keep its own reserve.
    environment: { MALLOC_ARENA_MAX: '2' },
  },
  test: { takes: ['DEVELOPMENT'], entry: 'infra/proof/testing/run.ts' },
  verify: { takes: ['DEVELOPMENT'], entry: 'infra/proof/testing/run.ts', arguments: ['verify'] },
  'test:containers': { entry: 'infra/proof/containers/main.ts', passesTerminal: true },
  'test:machines': { entry: 'infra/proof/machines/main.ts', passesTerminal: true },
  ledger: {
    takes: ['STACK', 'SETTINGS', 'FORMER', 'RENAMED'],
    entry: 'programs/ledger/main.ts',
    ...OF_LONG_LOG,
    reachesOut: true,
  },
  'delete-demonstration': {
    takes: ['STACK', 'SETTINGS'],
    entry: 'programs/delete-demonstration.ts',
    reachesOut: true,
  },
  seed: { takes: ['STACK', 'SETTINGS', 'FORMER', 'RENAMED'], entry: 'programs/seed.ts', reachesOut: true },
  rebuild: { takes: ['STACK', 'SETTINGS', 'FORMER', 'RENAMED'], entry: 'programs/rebuild.ts', reachesOut: true },
  bench: { takes: ['DEVELOPMENT'], entry: 'infra/proof/bench/main.ts' },
  move: { takes: ['STACK', 'SETTINGS', 'FORMER', 'RENAMED'], entry: 'programs/move.ts', reachesOut: true },
  backup: { takes: ['STACK', 'SETTINGS', 'RENAMED'], entry: 'programs/backup.ts', ...OF_LONG_LOG, reachesOut: true },
  restore: { takes: ['STACK', 'SETTINGS', 'RENAMED'], entry: 'programs/restore.ts', reachesOut: true },
  release: { takes: ['DEVELOPMENT'], entry: 'infra/proof/releases/main.ts' },
  conformance: { takes: ['DEVELOPMENT'], entry: 'infra/proof/conformance/main.ts', reachesOut: true },
  faults: { takes: ['DEVELOPMENT'], entry: 'infra/proof/faults/main.ts', reachesOut: true },
  client: { entry: 'programs/client.ts' },
  screens: { takes: ['DEVELOPMENT'], entry: 'web/e2e/screens.ts' },
  'test:browsers': { takes: ['DEVELOPMENT'], entry: 'web/e2e/browsers.ts' },
  typecheck: { bin: ['typescript', 'tsc'], arguments: ['--noEmit'], isTool: true },
  lint: { bin: ['@biomejs/biome', 'biome'], arguments: ['check', '.'], isTool: true },
  'lint:fix': { bin: ['@biomejs/biome', 'biome'], arguments: ['check', '--write', '.'], isTool: true },
  build: { takes: ['DEVELOPMENT'], bin: ['vite', 'vite'], arguments: ['build'], isTool: true },
  'dev:web': { takes: ['DEVELOPMENT'], bin: ['vite', 'vite'] },
  sbom: {
    npm: ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'],
    isTool: true,
  },
  'docs:licences': { entry: 'infra/setup/licences.ts' },
  'docs:catalogue': { entry: 'infra/seed/example-catalogue.ts' },
  'docs:events': { entry: 'core/cli/event-catalogue.ts' },
  'docs:roles': { entry: 'bff/outside/openapi/roles-page.ts' },
  'docs:variables': { entry: 'infra/adapters/config/variables-table.ts' },
};
