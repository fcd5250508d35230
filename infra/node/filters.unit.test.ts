import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { status } from '@grpc/grpc-js';
import type { StoredEvent } from './event.ts';
import { createFilter, type FilterExpression } from './filters.ts';

const event = { stream: 'wallet-łódź-1', type: 'WalletCredited' } as StoredEvent;

function passes(expression: Partial<FilterExpression>): boolean {
  return createFilter({ on: 'stream', regex: '', prefixes: [], ...expression })(event);
}

describe('a filter', () => {
  for (const [what, expression, expected] of [
    ['a prefix of the stream', { prefixes: ['wallet-'] }, true],
    ['one of several prefixes', { prefixes: ['order-', 'wallet-łó'] }, true],
    ['something in the middle of the stream', { prefixes: ['łódź'] }, false],
    ['a regular expression anywhere in the stream', { regex: 'łódź' }, true],
    ['an anchored regular expression', { regex: '^order' }, false],
    ['a prefix of the type', { on: 'type', prefixes: ['Wallet'] }, true],
    ['a regular expression on the type', { on: 'type', regex: '^[^$].*' }, true],
    ['Unicode properties', { regex: '^\\p{L}+-\\p{L}+-\\d$' }, true],
    ['escapes that only a lenient expression allows', { regex: '^wallet\\-' }, true],
  ] as const) {
    it(`by ${what}: ${expected}`, () => {
      assert.equal(
        passes({ ...expression, prefixes: 'prefixes' in expression ? [...expression.prefixes] : [] }),
        expected,
      );
    });
  }

  it('of neither an expression nor a prefix lets nothing through', () => {
    assert.equal(passes({}), false);
  });

  it('of an expression that is none is refused', () => {
    assert.throws(() => passes({ regex: '(' }), { code: status.UNKNOWN });
  });
});
