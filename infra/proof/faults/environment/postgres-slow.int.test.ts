import { it } from 'node:test';
import { SCENARIOS } from './scenarios.ts';

/** The short run; `npm run faults -- --scenario postgres-slow --seconds 60` is the whole minute. */
const FAILS_FOR_MS = 2_000;

it('the store is slow with a slow Postgres, answers in time for one that is away, and loses nothing', async (test) => {
  const say = (line: string) => test.diagnostic(line);
  await SCENARIOS['postgres-slow']({ ms: FAILS_FOR_MS, say, sayDetail: () => undefined });
});
