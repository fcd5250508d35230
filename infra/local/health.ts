import { setTimeout as delay } from 'node:timers/promises';
import { LocalStackProblem } from './problem.ts';

/** Without any change for this long, the wait fails. A long log takes longer, but reports its progress. */
const SILENCE_LIMIT_MS = 120_000;
/** Of millions of rows an index takes minutes, and Postgres says nothing meanwhile. It ends, or it fails. */
const SILENT_WORK = 'making indexes';
const POLL_MS = 50;
const TELL_EVERY_MS = 10_000;

type Waiting = {
  readonly signal: AbortSignal;
  /** Gets the progress of the read models now and then. */
  readonly tell: (progress: string) => void;
  readonly silenceMs?: number;
};

/**
 * Waits until `address` answers with success. Throws LocalStackProblem with its last answer when that has not changed
 * for too long.
 */
export async function waitUntilHealthy(
  address: string,
  { signal, tell, silenceMs = SILENCE_LIMIT_MS }: Waiting,
): Promise<void> {
  let last = '';
  for (let newsMs = Date.now(), toldMs = newsMs; ; await delay(POLL_MS)) {
    signal.throwIfAborted();
    const answer = await ask(address);
    if (answer === undefined) return;
    if (answer !== last || answer.includes(SILENT_WORK)) newsMs = Date.now();
    last = answer;
    const [progress] = /catching up: [^"]*/.exec(answer) ?? [];
    if (progress !== undefined && Date.now() - toldMs > TELL_EVERY_MS) {
      toldMs = Date.now();
      tell(progress);
    }
    if (Date.now() - newsMs > silenceMs) {
      throw new LocalStackProblem(`The store does not become ready. Its last answer (${address}): ${last}`);
    }
  }
}

/** The answer, unless it is success. */
async function ask(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address);
    return response.ok ? undefined : `${response.status} ${await response.text()}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
