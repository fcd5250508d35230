import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { JOB_KINDS } from './job-kinds.ts';

it('every job that repeats by itself is on the System page', async () => {
  const named: string[] = [];
  for await (const file of glob('bff/**/*.ts')) {
    if (file.includes('.test.')) continue;
    for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(/ = repeatedJob\('([a-z-]+)'/g))
      named.push(name);
  }
  assert.ok(named.length > 10);
  const shown: readonly string[] = JOB_KINDS.map(({ name }) => name);
  assert.deepEqual(
    named.filter((name) => !shown.includes(name)),
    [],
  );
});
