import { glob } from 'node:fs/promises';
import path from 'node:path';
import { type EventData, run } from 'node:test';

import { PROJECT_ROOT } from '#infra/local/paths.ts';

/** `reason`: the first line of what went wrong. */
export type CaseResult = { readonly passed: boolean; readonly reason: string };

/** A server that cannot be reached passes no case, and no case at all is a failure, too. */
export const allPass = (results: ReadonlyMap<string, CaseResult>): boolean =>
  results.size > 0 && [...results.values()].every(({ passed }) => passed);

const CASES = 'infra/node/conformance/*.int.test.ts';
/** Of a suite, too. A server may leave a call without any answer: that case fails, and the others are tried. */
const LIMIT_MS = 300_000;

/** Runs every conformance case in processes with these variables added. The key of a result is the full title of its case. */
export async function runCases(environment: NodeJS.ProcessEnv): Promise<Map<string, CaseResult>> {
  const files: string[] = [];
  for await (const file of glob(CASES, { cwd: PROJECT_ROOT })) files.push(path.join(PROJECT_ROOT, file));
  const stream = run({
    files: files.sort(),
    concurrency: 1,
    timeout: LIMIT_MS,
    env: { ...process.env, ...environment },
  });
  const results = new Map<string, CaseResult>();
  // Events come in the order of the file. A suite ends after its cases, so their titles wait for its name.
  const waiting: { nesting: number; title: string; result: CaseResult }[] = [];
  const settle = (data: EventData.TestPass | EventData.TestFail, result: CaseResult) => {
    const own = waiting.splice(firstDeeper(waiting, data.nesting));
    if (data.details.type === 'suite') {
      for (const { title, result } of own)
        waiting.push({ nesting: data.nesting, title: `${data.name} › ${title}`, result });
    } else waiting.push({ nesting: data.nesting, title: data.name, result });
    if (data.nesting === 0) for (const { title, result } of waiting.splice(0)) results.set(title, result);
  };
  stream.on('test:pass', (data) => settle(data, { passed: true, reason: '' }));
  stream.on('test:fail', (data) => settle(data, { passed: false, reason: reasonOf(data) }));
  for await (const _ of stream);
  return results;
}

function firstDeeper(waiting: readonly { readonly nesting: number }[], nesting: number): number {
  const index = waiting.findIndex((entry) => entry.nesting > nesting);
  return index === -1 ? waiting.length : index;
}

function reasonOf({ details }: EventData.TestFail): string {
  const cause: unknown = details.error.cause ?? details.error;
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.split('\n').slice(0, 3).join(' ').slice(0, 300);
}
