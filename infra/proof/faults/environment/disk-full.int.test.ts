import { it } from 'node:test';
import { SCENARIOS } from './scenarios.ts';
import { mountSmallDisk } from './small-disk.ts';

/** The short run; `npm run faults -- --scenario disk-full --seconds 60` is the whole minute. */
const FAILS_FOR_MS = 1_000;

it('the store refuses what needs room on a full disk, reads on, and heals when there is some', async (test) => {
  const disk = await mountSmallDisk();
  // Only root can make a disk that is really full; the handling of its errors is tested in
  // bff/kit/tables/database-away.unit.test.ts.
  if (!disk) return test.diagnostic('not tried: this user may not mount a file system');
  await disk.remove();
  const say = (line: string) => test.diagnostic(line);
  await SCENARIOS['disk-full']({ ms: FAILS_FOR_MS, say, sayDetail: () => undefined });
});
