import { it } from 'node:test';
import { SCENARIOS } from './scenarios.ts';

/** The short run; `npm run faults -- --scenario event-store-away --seconds 60` is the whole minute. */
const FAILS_FOR_MS = 2_000;

it('the store refuses writes with a time to come back and says since when it is stale, while the event store is away or frozen', async (test) => {
  const say = (line: string) => test.diagnostic(line);
  await SCENARIOS['event-store-away']({ ms: FAILS_FOR_MS, say, sayDetail: () => undefined });
});
