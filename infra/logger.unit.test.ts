import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLogger } from './logger.ts';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger({ part: 'test', level: 'info', destination: { write: (line) => lines.push(line) } }));
  return lines.join('');
}

describe('the logger', () => {
  it('hides personal data at every level where it appears', () => {
    const text = logged((logger) => {
      logger.info({ email: 'anna@example.com', body: { password: 'hunter2' } }, 'sign-in');
      logger.info({ req: { headers: { authorization: 'Bearer abc', cookie: 'sid=1' } } }, 'request');
      logger.info({ customer: { profile: { first_name: 'Anna', phone: '+48123' } } }, 'profile');
    });
    for (const personal of ['anna@example.com', 'hunter2', 'Bearer abc', 'sid=1', 'Anna', '+48123']) {
      assert.doesNotMatch(text, new RegExp(personal.replace('+', '\\+')));
    }
  });

  it('keeps what is needed to follow a request', () => {
    const entry = JSON.parse(logged((logger) => logger.warn({ correlationId: 'c-1', status: 500 }, 'failed')));
    assert.deepEqual(
      {
        level: entry.level,
        part: entry.part,
        correlationId: entry.correlationId,
        status: entry.status,
        msg: entry.msg,
      },
      { level: 'warn', part: 'test', correlationId: 'c-1', status: 500, msg: 'failed' },
    );
  });

  it('keeps the code and message of an error', () => {
    const entry = JSON.parse(
      logged((logger) => logger.error({ err: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }, 'x')),
    );
    assert.equal(entry.err.code, 'ECONNREFUSED');
    assert.equal(entry.err.message, 'refused');
  });
});
