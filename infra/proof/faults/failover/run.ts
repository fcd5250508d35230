import { setTimeout as delay } from 'node:timers/promises';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { startReplicatedPostgres } from '#infra/proof/testing/replicated-postgres.ts';
import type { TestStack } from '#infra/proof/testing/stack.ts';
import { startTestEventStore } from '#infra/proof/testing/test-event-store.ts';
import { checkEverything } from '../checks.ts';
import { startLoad } from '../load.ts';
import type { RunningStore } from '../stack.ts';
import { createViolations } from '../violations.ts';
import { startVisitors } from './visitors.ts';

export type FailoverOptions = {
  /** Whether the event log is elsewhere, and not in the Postgres that fails, as that of the embedded event store is. */
  readonly isLogApart: boolean;
  /** Each is of the standby that the one before left. */
  readonly failovers: number;
  readonly seed: number;
  readonly customers: number;
  /** What fails over; whom its mails were to is added to `received`. */
  readonly start: (
    stack: Pick<TestStack, 'databaseUrl' | 'eventstoreUrl'>,
    received: string[],
  ) => Promise<FailoverStore>;
  /** Acknowledged writes by HTTP between one failover and the next. */
  readonly acknowledgedBetween: number;
  readonly say: (line: string) => void;
};

/** More than all waiting orders could need. */
const LAST_CODES = 2_000;
const PROGRESS_LIMIT_MS = 150_000;
const POLL_MS = 20;
const PASSWORD = 'a password of this run';

export type FailoverStore = RunningStore & { readonly deps: BffDeps; stop(): Promise<void> };
export type FailoverReport = { readonly violations: readonly string[]; readonly acknowledged: number };

/** A store under load, while the primary is killed and its synchronous standby promoted; reports what was lost, doubled or wrong. */
export async function runFailovers(options: FailoverOptions): Promise<FailoverReport> {
  const { say } = options;
  const postgres = await startReplicatedPostgres();
  const apart = options.isLogApart ? await createTestDatabase() : undefined;
  const eventStore = await startTestEventStore(apart?.url ?? postgres.url);
  const received: string[] = [];
  const databaseUrl = `${postgres.url}?reads=standby`;
  const store = await options.start({ databaseUrl, eventstoreUrl: eventStore.url }, received);
  try {
    const violations = createViolations(say);
    const load = await startLoad(store, { ...options, violations });
    const visitors = startVisitors(store.url, { ...(await customerWithPassword(store)), password: PASSWORD });
    const { journal } = load;
    const acknowledged = async (count: number) => {
      const wanted = journal.byHttp + count;
      const untilMs = performance.now() + PROGRESS_LIMIT_MS;
      while (journal.byHttp < wanted) {
        if (performance.now() > untilMs) throw new Error(`No progress for ${PROGRESS_LIMIT_MS} ms.`);
        await Promise.race([delay(POLL_MS), load.failing]);
      }
    };
    try {
      await acknowledged(options.acknowledgedBetween);
      for (let number = 1; number <= options.failovers; number += 1) {
        if (number > 1) await postgres.replaceDead();
        const killedMs = performance.now();
        const since = () => `${((performance.now() - killedMs) / 1_000).toFixed(1)} s`;
        await postgres.killPrimary();
        await postgres.promote();
        const promoted = since();
        await acknowledged(1);
        say(
          `failover ${number}: the standby is promoted after ${promoted}, the next write is answered after ${since()}`,
        );
        await acknowledged(options.acknowledgedBetween);
      }
    } finally {
      await load.stop();
      await visitors.stop();
    }
    await load.stockUp(LAST_CODES);
    await checkEverything({ stack: store, journal, violations, people: load.people, say });
    for (const lost of await visitors.lost(received)) violations.add(lost);
    const of = ({ length }: readonly unknown[], what: string) => `${length} ${what}`;
    say(
      `acknowledged: ${[...journal.acknowledged].map(([what, count]) => `${count} ${what}`).join(', ')}, ${of(visitors.signedUp, 'sign-ups')}, ${of(visitors.sessions, 'sessions')}, ${of(visitors.deposits, 'deposits with kept keys')}`,
    );
    say(`in between: ${[...load.weather.counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'nothing'}`);
    for (const line of load.weather.unforeseen) say(`  unforeseen: ${line}`);
    return { violations: violations.all, acknowledged: journal.total };
  } finally {
    await store.stop();
    await eventStore.stop();
    await apart?.drop();
    await postgres.stop();
  }
}

async function customerWithPassword(store: FailoverStore) {
  const customer = await createCustomer(store);
  const hash = await store.deps.crypto.hashPassword(PASSWORD);
  await store.deps.database.query(
    sql.void`update app.account set password_hash = ${hash} where customer_id = ${customer.customerId}`,
  );
  return customer;
}
