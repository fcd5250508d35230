import assert from 'node:assert/strict';
import { it } from 'node:test';
import { IdleTransactionTimeoutError, StatementTimeoutError } from 'slonik';
import { describeError } from '#bff/kit/http/describe-error.ts';
import { isDatabaseAway, isDiskFull } from './database-away.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('no'), { code, ...more });

it('a database that is away, starting or too slow is no mistake of the caller', () => {
  const away = [
    withCode('57P01'),
    withCode('57P03'),
    withCode('ECONNREFUSED', { syscall: 'connect' }),
    // A deadlock with others.
    withCode('40P01'),
    withCode('40001'),
    new IdleTransactionTimeoutError(new Error('terminating connection due to idle-in-transaction timeout')),
    new StatementTimeoutError(new Error('canceling statement due to statement timeout')),
    new Error('Connection terminated unexpectedly'),
    // Postgres did not answer in time.
    new Error('timeout expired'),
    new Error('could not be saved', { cause: withCode('08006') }),
  ];
  for (const error of away) {
    assert.equal(isDatabaseAway(error), true, String(error));
    const { status, retryAfterS } = describeError(error, 'correlation');
    assert.equal(status, 503);
    assert.ok(retryAfterS !== undefined && retryAfterS > 0);
  }
});

it('a full disk is reported as such, with a time to come back', () => {
  for (const error of [withCode('53100'), withCode('ENOSPC', { syscall: 'write' }), withCode('EDQUOT')]) {
    assert.equal(isDiskFull(error), true, String(error));
    const { status, retryAfterS, body } = describeError(error, 'correlation');
    assert.equal(status, 503);
    assert.ok(retryAfterS !== undefined && retryAfterS > 0);
    assert.match(body.message, /no room/);
  }
});

it('a statement that is wrong, or a file that is not there, is reported as it is', () => {
  for (const error of [withCode('42P01'), withCode('23505'), withCode('ENOENT', { syscall: 'open' }), new Error('x')]) {
    assert.equal(isDatabaseAway(error) || isDiskFull(error), false, String(error));
    assert.equal(describeError(error, 'correlation').status, 500);
  }
});
