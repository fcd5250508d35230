import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { createLogger } from './logger.ts';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger({ part: 'test', level: 'info', destination: { write: (line) => lines.push(line) } }));
  return lines.join('');
}

/** Written out: a field that is hidden stays hidden, whatever changes in the code. */
const SECRETS = `email password currentPassword current_password newPassword new_password token accessToken access_token
  refreshToken refresh_token authorization cookie secret code codes totp firstName first_name lastName last_name fullName
  full_name phone address street iban accountNumber account_number accountHolder account_holder notes to smtpUrl smtp_url
  databaseUrl database_url`.split(/\s+/);

describe('the logger', () => {
  it('of a command leaves stdout to the answer', () => {
    const lines = (options: object) =>
      execFileSync(
        process.execPath,
        [
          '--input-type=module',
          '--eval',
          `const { createLogger } = await import('#infra/adapters/logger/logger.ts');
          createLogger(${JSON.stringify({ part: 'test', level: 'warn', ...options })}).warn('something happened');
          console.log('the answer');`,
        ],
        {
          cwd: process.cwd(),
          stdio: ['ignore', 'pipe', 'ignore'],
          env: { ...process.env, NODE_TEST_CONTEXT: undefined },
        },
      ).toString();
    assert.equal(lines({ answers: true }), 'the answer\n');
    assert.match(lines({}), /something happened/);
  });

  it('hides each secret at each place where it may be', () => {
    for (const name of SECRETS) {
      const secret = { [name]: 'hush' };
      const places = {
        ...secret,
        body: secret,
        data: secret,
        req: { headers: secret },
        a: { b: secret },
        customer: secret,
        deep: { a: { b: { c: [secret, { d: secret }] } } },
        [name.toUpperCase()]: 'hush',
      };
      const text = logged((logger) => {
        logger.info(places, 'all places');
        logger.child(secret).info('of a child');
        logger.error({ err: Object.assign(new Error('failed'), { response: { data: secret } }) }, 'in an error');
        logger.info({ list: [secret] }, `"${name}": a text with quotes`);
      });
      assert.equal(text.split('\n').length, 5);
      assert.doesNotMatch(text, /hush/, name);
    }
  });

  it('hides what an error of Postgres holds of rows and parameters', () => {
    const error = { detail: 'Failing row contains (hush).', where: 'in hush', values: ['hush'], row: { name: 'hush' } };
    const text = logged((logger) => logger.error({ err: Object.assign(new Error('violates'), error) }, 'failed'));
    assert.match(text, /violates/);
    assert.doesNotMatch(text, /hush/);
  });

  it('leaves a line as it is whose texts only speak of such fields', () => {
    const line = { note: 'the "email": of {"password":1} is asked for', position: '9007199254740993' };
    const entry = JSON.parse(logged((logger) => logger.info(line, 'asked')));
    assert.deepEqual({ note: entry.note, position: entry.position }, line);
  });

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

  it('hides addresses of mailboxes in the middle of texts, and nothing else with an @', () => {
    const text = logged((logger) => {
      logger.warn({ err: new Error('550 <zoë.o+x@mail.example.com>: no such mailbox') }, 'to anna@example.org');
      logger.info({ file: 'node_modules/@fastify/sse/index.js', package: 'pino@9.1.0' }, 'loaded');
    });
    assert.doesNotMatch(text, /zoë|mail\.example|anna/);
    assert.match(text, /550 <\[address\]>: no such mailbox/);
    assert.match(text, /node_modules\/@fastify\/sse\/index\.js.*pino@9\.1\.0/);
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
