import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { installation } from '#infra/adapters/config/installation.ts';
import { renamedNames } from '#infra/adapters/config/renamed-variables.ts';
import { variables } from '#infra/adapters/config/variables.ts';
import { GROUPS, OF_DEVELOPERS } from './terminal.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const MOST = 30;
const OPERATORS = [...Object.keys(variables.shape), ...Object.keys(installation.shape)];
/** Nobody sets them for us: the machine, npm and Node do, or one of our processes for another. */
const OF_MACHINES = [
  ...[...GROUPS.SYSTEM, ...GROUPS.PROXIES, ...GROUPS.TRACES, 'NODE_OPTIONS', 'NODE_ENV', 'NODE_TEST_CONTEXT'],
  ...['MALLOC_ARENA_MAX', 'LD_LIBRARY_PATH', 'COMPOSE_PROJECT_NAME', 'COMPOSE_FILE', 'COMPOSE_PROFILES', 'PROJECT'],
];
const OF_EARLIER = [...renamedNames('settings', 'parts', 'ledger', 'migrations', 'access', 'eventStore', 'containers')];
const OF_TESTS = [
  ...[...GROUPS.DEVELOPMENT, 'FAULTS_CLOCK_FILE', 'RUN_NOTE', 'FIXTURE_PART', 'FIREFOX_PATH', 'PACKAGED_NODE'],
  ...['GIFTLEDGER_TEST_CLUSTER', 'GIFTLEDGER_TMPDIR_IS_GONE', 'NODE_COMPILE_CACHE'],
];
const isOfTests = (file: string) =>
  /\.(unit|prop|component|int|e2e)\.test\.tsx?$|^infra\/proof\/|^web\/e2e\/|\/(testing|fixtures)\/|^vite\.config/.test(
    file,
  );
const files = globSync(
  [
    '{core,projections,bff,web,infra,programs}/**/*.{ts,tsx,mjs,cjs}',
    'vite.config.ts',
    'docker-compose.yml',
    'infra/containers/Caddyfile',
  ],
  { cwd: ROOT, exclude: ['**/*.d.mts', '**/node_modules/**', 'infra/setup/variables.unit.test.ts'] },
);

/** Variables that a file reads by their name, from its process or from an environment that it was handed. */
function readIn(text: string, file: string): string[] {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, names = '']) => names);
  if (file.endsWith('.yml')) return found(/\$\{([A-Z][A-Z0-9_]*)/g);
  if (file.endsWith('Caddyfile')) return found(/\{\$([A-Z][A-Z0-9_]*)/g);
  const taken = found(/\{([^{}]*)\}\s*(?:=\s*(?:process\.env|env)\b|:\s*NodeJS\.ProcessEnv)/g);
  const schemas = /[pP]arse\(process\.env\)/.test(text) ? found(/^\s*([A-Z][A-Z0-9_]{2,}): (?:z\b|accounts)/gm) : [];
  const named = found(/(?<!import\.meta\.)\benv\??\.([A-Z][A-Z0-9_]*)\b/g);
  const keyed = found(/\benv\['([A-Z][A-Z0-9_]*)'\]/g);
  const destructured = taken.flatMap((names) => names.match(/(?<![\w'.])[A-Z][A-Z0-9_]{2,}(?=\s*[,:=}]|\s*$)/g) ?? []);
  return [...named, ...keyed, ...schemas, ...destructured];
}

describe('the variables of the environment', () => {
  it(`that an operator sets are ${MOST} at most, each of them declared and described once`, () => {
    assert.ok(OPERATORS.length <= MOST, `${OPERATORS.length}: business policy belongs into the settings`);
    assert.equal(new Set(OPERATORS).size, OPERATORS.length);
    const others = [...OF_EARLIER, ...GROUPS.DEVELOPMENT, ...OF_DEVELOPERS];
    assert.deepEqual(
      OPERATORS.filter((name) => others.includes(name)),
      [],
    );
  });

  it('are all that the product reads, apart from those of machines, of tests and of the demonstration', () => {
    const known = [...OPERATORS, ...OF_MACHINES, ...OF_EARLIER, ...OF_DEVELOPERS];
    const seen = files.flatMap((file) =>
      readIn(readFileSync(path.join(ROOT, file), 'utf8'), file).map((name) => ({ file, name })),
    );
    assert.ok(seen.length > 100, 'the search finds what is read');
    const strange = seen.filter(
      ({ file, name }) => !known.includes(name) && !(isOfTests(file) && OF_TESTS.includes(name)),
    );
    assert.deepEqual(strange, []);
  });

  it('are found however they are read', () => {
    for (const text of [
      'const level = process.env.NEW_ONE ?? 1;',
      'const { LOG_LEVEL, NEW_ONE = 2 } = process.env;',
      'function take({ NEW_ONE: one }: NodeJS.ProcessEnv) {}',
      'z.object({\n  NEW_ONE: z.string(),\n}).safeParse(process.env)',
    ]) {
      assert.ok(readIn(text, 'a.ts').includes('NEW_ONE'), text);
    }
    assert.deepEqual(readIn(`      A: $\{NEW_ONE:-1}`, 'docker-compose.yml'), ['NEW_ONE']);
  });
});
