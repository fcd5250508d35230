import assert from 'node:assert/strict';
import { ErrorBody } from '#bff/contract/common.ts';

/** Traces of our own machinery: stacks, files, SQL, and what Postgres or a socket said. */
const TRACE = /\n\s+at |node_modules|node:internal|\.ts:\d+|slonik|syntax error at|violates |relation "|ECONN|ENOENT/i;

/** What a schema library and the framework say by themselves: people read our words. */
const FOREIGN_WORDING =
  /"(fst_|Invalid (input|option|string|number|key|value|ISO|UUID|GUID)|Too (big|small):|Unrecognized key|Body (is|cannot)|Unsupported Media)/i;

type Answer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

/** Whatever was asked: the answer is no 5xx, tells nothing of the machinery, and an error has the one shape of errors. */
export function assertCivil(answer: Answer, what = ''): void {
  const said = `${what}: status ${answer.statusCode}: ${answer.body.slice(0, 500)}`;
  assert.ok(answer.statusCode < 500, said);
  const isJson = String(answer.headers['content-type']).includes('json');
  if (answer.statusCode >= 400) {
    assert.ok(isJson, `an error of type ${answer.headers['content-type']}, ${said}`);
    ErrorBody.parse(JSON.parse(answer.body));
  }
  if (isJson) assert.doesNotMatch(answer.body, TRACE, said);
  if (isJson && answer.statusCode >= 400) assert.doesNotMatch(answer.body, FOREIGN_WORDING, said);
}

/** What a test app logs as foreseen by nobody. Give it to startTestApp, and look at it in the end. */
export function createFailureLog(): { write(line: string): void; readonly failures: readonly string[] } {
  const failures: string[] = [];
  return {
    failures,
    write: (line) => {
      if (line.includes('"level":50') || line.includes('"level":60')) failures.push(line);
    },
  };
}
