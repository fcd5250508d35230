import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeError } from '#bff/http/describe-error.ts';
import { isDatabaseAway } from './database-away.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('no'), { code, ...more });

it('a database that is away, starting or full, or a full disk, is no mistake of whoever asked', () => {
  const away = [
    withCode('57P01'),
    withCode('57P03'),
    withCode('53100'),
    withCode('ECONNREFUSED', { syscall: 'connect' }),
    withCode('ENOSPC', { syscall: 'write' }),
    new Error('Connection terminated unexpectedly'),
    new Error('could not be saved', { cause: withCode('08006') }),
  ];
  for (const error of away) {
    assert.equal(isDatabaseAway(error), true, String(error));
    const { status, retryAfterS } = describeError(error, 'correlation');
    assert.equal(status, 503);
    assert.ok(retryAfterS !== undefined && retryAfterS > 0);
  }
});

it('a statement that is wrong, or a file that is not there, is told as it is', () => {
  for (const error of [withCode('42P01'), withCode('23505'), withCode('ENOENT', { syscall: 'open' }), new Error('x')]) {
    assert.equal(isDatabaseAway(error), false, String(error));
    assert.equal(describeError(error, 'correlation').status, 500);
  }
});
