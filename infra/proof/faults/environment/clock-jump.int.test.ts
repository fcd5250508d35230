import { it } from 'node:test';
import { SCENARIOS } from './scenarios.ts';

/** The short run; `npm run faults -- --scenario clock-jump --seconds 60` is the whole minute. */
const FAILS_FOR_MS = 1_000;

it('the store works on while clocks jump, and counts by them what they are for', async (test) => {
  const say = (line: string) => test.diagnostic(line);
  await SCENARIOS['clock-jump']({ ms: FAILS_FOR_MS, say, sayDetail: () => undefined });
});
