// What a watchdog becomes when its owner is gone: `node end-orphans.ts <directory of Postgres> [<list of processes>]`.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endOrphans } from '../orphans.ts';
import { waitUntilGone } from '../processes.ts';
import { liveServer } from './postmaster.ts';
import { isItsWatchdog } from './watchdog.ts';

/** The owner may have died while pg_ctl was just starting the server: it is not to be seen at once. */
const APPEAR_LIMIT_MS = 3_000;
const POLL_MS = 100;
/** Sessions that hang are not waited for longer. */
const FAST_LIMIT_MS = 20_000;
const IMMEDIATE_LIMIT_MS = 20_000;

const [dir, companions] = process.argv.slice(2);
if (!dir) throw new Error('usage: end-orphans.ts <directory of Postgres> [<list of processes>]');
if (!(await isItsWatchdog(dir))) process.exit();

// Postgres last, so that nobody writes to a store that is going away.
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
  // One that was stopped by SIGSTOP would not hear of it.
  process.kill(server.pid, 'SIGCONT');
  if (!(await waitUntilGone([server], FAST_LIMIT_MS))) {
    process.kill(server.pid, 'SIGQUIT');
    await waitUntilGone([server], IMMEDIATE_LIMIT_MS);
  }
}
