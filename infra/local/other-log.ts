import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { problemsOfFollowers } from '#infra/adapters/postgres/followers.ts';
import { LocalStackProblem } from './problem.ts';

/**
 * Nothing takes orders on a log that is not the one that was followed: readiness alone keeps nobody out where no balancer asks. Throws
 * LocalStackProblem there. A server that does not answer is left to the parts, which wait for it.
 */
export async function refuseOtherLog(databaseUrl: string, eventstoreUrl: string): Promise<void> {
  const client = createEventStoreClient(eventstoreUrl);
  try {
    const [problem] = await problemsOfFollowers(databaseUrl, createEventStoreDb(client));
    if (problem !== undefined)
      throw new LocalStackProblem(`${problem} What to do: docs/runbooks/log-set-back.md. No part was started.`);
  } finally {
    await client.dispose();
  }
}
