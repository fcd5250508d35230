import assert from 'node:assert/strict';
import { ErrorBody } from '#bff/contract/base/common.ts';

/** Traces of our own machinery: stacks, files, SQL, and what Postgres or a socket said. */
const TRACE = /\n\s+at |node_modules|node:internal|\.ts:\d+|slonik|syntax error at|violates |relation "|ECONN|ENOENT/i;

/** The wording of a schema library and of the framework; people must read ours. */
const FOREIGN_WORDING =
  /"(fst_|Invalid (input|option|string|number|key|value|ISO|UUID|GUID)|Too (big|small):|Unrecognized key|Body (is|cannot)|Unsupported Media)/i;

type Answer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

/** Requires an answer that is not a 5xx, shows nothing of our machinery, and has the one shape of errors where it is one. */
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

/** Collects unforeseen errors from a test app's log. It is passed to startTestApp, and checked at the end. */
export function createFailureLog(): { write(line: string): void; readonly failures: readonly string[] } {
  const failures: string[] = [];
  return {
    failures,
    write: (line) => {
      if (line.includes('"level":50') || line.includes('"level":60')) failures.push(line);
    },
  };
}
