import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limitRow } from './measure.ts';
import { withFigures } from './record.ts';

const HEAD = '| bench | what | baseline | aim | measured last | when |\n|---|---|---|---|---|---|';
const page = (...rows: string[]) =>
  `# Page\n<!-- figures -->\n${[HEAD, ...rows].join('\n')}\n<!-- end of figures -->\nThe rest\n`;
const OTHERS = [
  '| `api` | a list | a query | ≤ 1 | 0.50 | then |',
  '| `pages` | a paint | 1.8 s | ≤ 1 | 0.70 | then |',
] as const;

it('rows of a run stand in the place of those that the bench had, and no other row is touched', () => {
  const given = page(
    OTHERS[0],
    '| `memory` | idle | a | ≤ 1 | 0.9 | then |',
    '| `memory` | busy | b | ≤ 1 | 0.8 | then |',
    OTHERS[1],
  );
  const rows = [limitRow('of all | idle', 400, 500, 'MiB'), limitRow('of all, busy', 900, 800, 'MiB')];
  assert.equal(
    withFigures(given, 'memory', rows, 'now'),
    page(
      OTHERS[0],
      '| `memory` | of all / idle | the 500 MiB | ≤ 1 | 0.80 | now |',
      '| `memory` | of all, busy | the 800 MiB | ≤ 1 | missed: 1.13 | now |',
      OTHERS[1],
    ),
  );
});

it('a bench that was never recorded comes last, with its speed', () => {
  const measured = (perSecond: number) => ({ perSecond, p50Ms: 1.25, p99Ms: 9 });
  const row = {
    what: 'a command',
    baseline: 'an append',
    aim: 1,
    ratio: 1.5,
    subject: measured(30),
    baselinePerSecond: 20,
  };
  assert.equal(
    withFigures(page(...OTHERS), 'commands', [row], 'now'),
    page(
      ...OTHERS,
      '| `commands` | a command | an append | ≥ 1 | 1.50; 30/s against 20/s; p50 1.3 ms, p99 9.0 ms | now |',
    ),
  );
});

it('a page without the marks is left as it is', () => {
  assert.throws(() => withFigures('# Page\n', 'memory', [], 'now'), /lost the marks/);
});
