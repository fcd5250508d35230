import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BffDeps } from '#bff/kit/deps.ts';
import { createLedgerWatch } from './watch-ledger.ts';

type State = NonNullable<Awaited<ReturnType<BffDeps['readModels']['freshness']>>>;

it('a halt rings the alarm by its kind, once, whatever its words are', async () => {
  const noted: string[] = [];
  let state: Pick<State, 'haltedKind' | 'haltedReason'> = { haltedKind: null, haltedReason: null };
  const watch = createLedgerWatch({
    readModels: { freshness: async () => state as State } as BffDeps['readModels'],
    security: { note: (_kind: string, { detail }: { detail: string }) => noted.push(detail) } as never,
  });
  await watch();
  state = { haltedKind: 'unprojectable', haltedReason: 'A brand named MAC has no wallet.' };
  await watch();
  assert.deepEqual(noted, []);
  state = { haltedKind: 'forged', haltedReason: 'Nobody signed it.' };
  await watch();
  await watch();
  assert.deepEqual(noted, ['Nobody signed it.']);
});
