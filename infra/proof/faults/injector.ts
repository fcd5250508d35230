import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '#infra/local/problem.ts';
import type { Random } from '#infra/seed/random.ts';
import { rowsAt } from '../testing/database.ts';
import type { FaultStack, PartName } from './stack.ts';

export type Fault = { readonly part: PartName; readonly kind: 'kill' | 'stop' | 'cut'; readonly ms: number };

const MIN_STOP_MS = 500;
const MAX_STOP_MS = 5_000;
/** The share of kills among the faults of a part that can only be killed or stopped. */
const KILL_SHARE = 0.65;
const FIND_LIMIT_MS = 60_000;
const FIND_POLL_MS = 100;

/** Faults in a random order, in which each of these parts comes once before any comes twice. */
export function* planFaults(parts: readonly PartName[], random: Random): Generator<Fault> {
  let left: PartName[] = [];
  for (;;) {
    if (left.length === 0) left = [...parts];
    const part = random.pick(left);
    left = left.filter((other) => other !== part);
    yield { part, kind: kindFor(part, random), ms: random.int(MIN_STOP_MS, MAX_STOP_MS) };
  }
}

function kindFor(part: PartName, random: Random): Fault['kind'] {
  if (random.chance(KILL_SHARE)) return 'kill';
  return part === 'Postgres' && random.chance(0.5) ? 'cut' : 'stop';
}

/** Injects the fault, and returns when it is over: a stopped part runs again; the supervisor restarts a killed one. */
export async function inject(stack: FaultStack, fault: Fault): Promise<void> {
  if (fault.kind === 'cut') return cutConnections(stack);
  const pids = await processesWhenThere(stack, fault.part);
  if (fault.kind === 'kill') {
    signal(pids.slice(0, 1), 'SIGKILL');
    return;
  }
  signal(pids, 'SIGSTOP');
  try {
    await delay(fault.ms);
  } finally {
    signal(pids, 'SIGCONT');
  }
}

/** A part that ended a moment ago may be just starting. */
async function processesWhenThere(stack: FaultStack, part: PartName): Promise<number[]> {
  const deadline = Date.now() + FIND_LIMIT_MS;
  for (;;) {
    const pids = await stack.processesOf(part);
    if (pids.length > 0) return pids;
    if (Date.now() > deadline) throw new Error(`${part} did not start again within ${FIND_LIMIT_MS / 1_000} s.`);
    await delay(FIND_POLL_MS);
  }
}

/** Sends a signal to those of the processes that still exist. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // A backend that ended in the meantime.
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  }
}

/** Ends every session of the database in the middle of its work. */
async function cutConnections(stack: FaultStack): Promise<void> {
  await rowsAt(
    stack.databaseUrl,
    "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
}
