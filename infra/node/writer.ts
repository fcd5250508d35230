import type { DefaultAccess } from './access-lists.ts';
import { atMost } from './at-most.ts';
import type { WriteRequest } from './decide.ts';
import { isFaultyStatement, toServiceError, unavailable } from './errors.ts';
import type { WriteOutcome } from './group.ts';
import { createGroupWriter } from './group-writer.ts';
import type { Logger } from './logger.ts';
import type { RecentLog } from './recent-log.ts';
import type { StreamState } from './stream-metadata.ts';
import { type Caller, createWriteQueue, type Waiting } from './write-queue.ts';
import { connectWriter } from './writer-connection.ts';

/** The only writer. It takes requests in groups: all that arrived while the last group was being committed. */
export type Writer = {
  /** Resolves when the write is on disk or refused. Rejects with a ServiceError. A request whose caller has left is dropped. */
  submit(request: WriteRequest, caller?: Caller): Promise<WriteOutcome>;
  hasRoom(): boolean;
  /** Resolves when the queue has room; callers wait for it before they read more from their client. */
  room(): Promise<void>;
  /** The committed state of a base stream, if it is in memory. */
  knownState(stream: string): StreamState | undefined;
  /** The rights on streams without an access list of their own. */
  defaultAccess(): DefaultAccess;
  /** Finishes what is queued, waits at most this long, and releases the lock. */
  stop(waitMs: number): Promise<void>;
};

const AWAY = 'The event store has no Postgres at the moment; retry shortly.';

/** Connects, takes the lock and reads the end of the log. Throws AnotherNodeRunning, or Postgres's error. */
export async function startWriter(options: {
  databaseUrl: string;
  recentLog: RecentLog;
  logger: Logger;
  startWaitMs: number;
}): Promise<Writer> {
  const { databaseUrl, startWaitMs, logger } = options;
  const queue = createWriteQueue();
  const groups = createGroupWriter(options.recentLog);
  const stopping = new AbortController();
  const connection = await connectWriter({
    ...{ databaseUrl, startWaitMs, logger, signal: stopping.signal },
    takeOver: groups.recall,
    onLost: () => queue.refuseAll(unavailable(AWAY)),
  });
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    // Lets the other appends that arrived in the same turn join the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (!queue.isEmpty()) {
      const group = queue.nextGroup();
      if (group.length > 0) await commit(group);
    }
    // In the same turn as the check above, so that no request can come in between.
    running = undefined;
  }

  async function commit(group: Waiting[]): Promise<void> {
    const client = connection.current();
    if (client === undefined) return rejectAll(group, unavailable(AWAY));
    try {
      const outcomes = await groups.write(
        client,
        group.map((waiting) => waiting.request),
      );
      group.forEach((waiting, index) => {
        const outcome = outcomes[index];
        if (outcome) waiting.resolve(outcome);
      });
    } catch (error) {
      if (isFaultyStatement(error)) {
        groups.forgetStates();
        if (group.length > 1) {
          // Requests are validated before they are queued, so the validation has a gap; the other requests must not
          // fail with it.
          logger.warn(`Postgres refused a group of ${group.length} appends (${describe(error)}); trying each alone.`);
          for (const waiting of group) await commit([waiting]);
          return;
        }
        return rejectAll(group, toServiceError(error));
      }
      // It is not known whether the commit succeeded, so nothing more is decided until the log's end has been read
      // again.
      rejectAll(group, toServiceError(error));
      logger.warn(`A commit failed: ${describe(error)}`);
      connection.lose(client);
    }
  }

  return {
    submit(request, caller) {
      if (stopping.signal.aborted) return Promise.reject(unavailable('The event store is stopping.'));
      if (connection.current() === undefined) return Promise.reject(unavailable(AWAY));
      const outcome = queue.add(request, caller);
      running ??= run();
      return outcome;
    },
    hasRoom: queue.hasRoom,
    room: queue.room,
    knownState: groups.knownState,
    defaultAccess: groups.defaultAccess,
    async stop(waitMs) {
      stopping.abort();
      await atMost(waitMs, Promise.all([running, connection.settled()]));
      await connection.end();
    },
  };
}

function rejectAll(group: readonly Waiting[], error: Error): void {
  for (const waiting of group) waiting.reject(error);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
