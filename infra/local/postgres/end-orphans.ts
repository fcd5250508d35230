// What a watchdog runs when its owner is gone: `node end-orphans.ts <directory of Postgres> [<list of processes>]`.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endOrphans } from '../orphans.ts';
import { waitUntilGone } from '../processes.ts';
import { liveServer } from './postmaster.ts';
import { isItsWatchdog } from './watchdog.ts';

/** The owner may have died while pg_ctl was starting the server, which then appears later. */
const APPEAR_LIMIT_MS = 3_000;
const POLL_MS = 100;
/** After this, hanging sessions are not waited for. */
const FAST_LIMIT_MS = 20_000;
const IMMEDIATE_LIMIT_MS = 20_000;

const [dir, companions] = process.argv.slice(2);
if (!dir) throw new Error('usage: end-orphans.ts <directory of Postgres> [<list of processes>]');
if (!(await isItsWatchdog(dir))) process.exit();

// Postgres last, so that no process writes to a stopping store.
if (companions) await endOrphans(companions);
const data = path.join(dir, 'data');
const deadline = Date.now() + APPEAR_LIMIT_MS;
let server = await liveServer(data);
while (!server && Date.now() < deadline) {
  await delay(POLL_MS);
  server = await liveServer(data);
}
if (server) {
  process.kill(server.pid, 'SIGINT');
  // A process that SIGSTOP has stopped would not get the signal.
  process.kill(server.pid, 'SIGCONT');
  if (!(await waitUntilGone([server], FAST_LIMIT_MS))) {
    process.kill(server.pid, 'SIGQUIT');
    await waitUntilGone([server], IMMEDIATE_LIMIT_MS);
  }
}
