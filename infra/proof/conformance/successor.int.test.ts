import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { glob } from 'node:fs/promises';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '#infra/local/paths.ts';

const ADAPTER_TESTS = 'infra/adapters/eventstore/*.{unit,int}.test.ts';

/** In another process, because two clients cannot share one. What went wrong is in its output. */
const runNode = (...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, ['--conditions=successor', ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    maxBuffer: Number.POSITIVE_INFINITY,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => assert.fail(error.stdout),
  );

it('the adapter of the event store passes all its tests with the successor of its client', async () => {
  const resolved = await runNode('--input-type=module', '-e', "console.log(import.meta.resolve('#eventstore-client'))");
  assert.match(resolved, /successor\.ts$/m);
  const files: string[] = [];
  for await (const file of glob(ADAPTER_TESTS, { cwd: PROJECT_ROOT })) files.push(file);
  const output = await runNode('--test', '--test-isolation=none', '--test-force-exit', ...files);
  assert.match(output, /^ℹ pass [1-9]/m);
});
