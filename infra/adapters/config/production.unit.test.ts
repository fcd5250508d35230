import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadConfig as loadConfigOf } from './config.ts';
import { complete, inProduction, keyOf, loadConfig, problems } from './testing/environments.ts';

describe('loadConfig of a store that others reach', () => {
  it('refuses, in production, what is fine on one’s own machine, all of it in one message', () => {
    const unsafe = { RATE_LIMIT: 'off' };
    for (const PUBLIC_URL of [
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'http://shop.localhost',
    ]) {
      assert.equal(loadConfig({ ...complete, ...unsafe, PUBLIC_URL }).isProduction, false, PUBLIC_URL);
    }
    const message = problems({ ...complete, ...unsafe, PUBLIC_URL: 'http://shop.example.com' });
    for (const name of Object.keys({
      ...unsafe,
      PUBLIC_URL: '',
      JWT_SECRET: '',
      ADMIN_JWT_SECRET: '',
      DATA_ENCRYPTION_KEYS: '',
      EVENT_MAC_KEYS: '',
    })) {
      assert.match(message, new RegExp(`${name} +is not (valid|set): expected`), name);
    }
    for (const PUBLIC_URL of ['http://10.0.0.7', 'http://localhost.evil.example', 'http://shop']) {
      assert.match(
        problems({ ...inProduction, PUBLIC_URL }),
        /PUBLIC_URL +is not valid: expected an https/,
        PUBLIC_URL,
      );
    }
  });

  it('refuses, in production, to send as an example, or the heads of the log to one', () => {
    const PUBLIC_URL = 'https://shop.example.com';
    const SMTP_URL = 'smtps://u:p@mail.ink.co.uk?from=Shop <no-reply@shop.example>';
    const examples = { SMTP_URL, LOG_HEADS_TO: './heads, auditor@example.com' };
    const message = problems({ ...inProduction, PUBLIC_URL, ...examples }, 'jobs');
    for (const name of Object.keys(examples))
      assert.match(message, new RegExp(`${name} +is not valid: expected addresses of your own`));
    assert.match(loadConfigOf({ ...complete, ...examples }, 'jobs').mailFrom, /shop\.example/);
  });

  it('refuses, in production, each way to a server that somebody could listen to or that has no good password', () => {
    const PUBLIC_URL = 'https://shop.example.com';
    const password = 'Yb6Qe1Wn8Kd3Vz5Mx0Uj7Ol2';
    const good = {
      DATABASE_URL: `postgresql://web:${password}@db.internal:5432/giftledger?sslmode=verify-full&sslrootcert=/certificates/ca.crt`,
      EVENTSTORE_URL: `esdb+discover://web:${password}@one:2113,two:2113?tls=true`,
    };
    assert.equal(loadConfig({ ...inProduction, ...good, PUBLIC_URL }).isProduction, true);
    const refused: [keyof typeof good, string, RegExp][] = [
      ['DATABASE_URL', good.DATABASE_URL.replace('verify-full', 'disable'), /sslmode=verify-full/],
      ['DATABASE_URL', good.DATABASE_URL.replace('verify-full', 'require'), /sslmode=verify-full/],
      ['DATABASE_URL', `postgresql://web:${password}@db.internal/giftledger`, /sslmode=verify-full/],
      ['DATABASE_URL', good.DATABASE_URL.replace(password, 'giftledger'), /a random password/],
      ['DATABASE_URL', good.DATABASE_URL.replace(`:${password}`, ''), /a random password/],
      ['EVENTSTORE_URL', good.EVENTSTORE_URL.replace('tls=true', 'tls=false'), /tls=true/],
      [
        'EVENTSTORE_URL',
        good.EVENTSTORE_URL.replace('one:2113', '127.0.0.1:2113').replace('true', 'false'),
        /tls=true/,
      ],
      ['EVENTSTORE_URL', `${good.EVENTSTORE_URL}&tlsVerifyCert=false`, /no tlsVerifyCert=false/],
      ['EVENTSTORE_URL', good.EVENTSTORE_URL.replace(`web:${password}@`, ''), /the user of this part/],
      ['EVENTSTORE_URL', good.EVENTSTORE_URL.replace(`web:${password}`, 'admin:changeit'), /not the server’s admin/],
      ['EVENTSTORE_URL', 'esdb://admin:changeit@127.0.0.1:2113?tls=false', /a random password/],
    ];
    for (const [name, url, why] of refused) {
      const message = problems({ ...inProduction, ...good, PUBLIC_URL, [name]: url });
      assert.match(message, new RegExp(`${name} +is not valid: ${why.source.replace(/^/, '.*')}`), url);
      assert.ok(!message.includes(password) && !message.includes('changeit'), 'no value is repeated');
    }
  });

  it('refuses, in production, moments and logs that protect nobody', () => {
    const PUBLIC_URL = 'https://shop.example.com';
    for (const [name, value] of [
      ['EVENT_MAC_SINCE', '2999-01-01T00:00:00Z'],
      ['LOG_LEVEL', 'trace'],
    ] as const) {
      assert.match(
        problems({ ...inProduction, PUBLIC_URL, [name]: value }),
        new RegExp(`${name} +is not (valid|safe)`),
        name,
      );
    }
  });

  it('asks, in production, for a scanner of uploads or for none', () => {
    const PUBLIC_URL = 'https://shop.example.com';
    const { FILE_SCANNER_URL: _, ...silent } = inProduction;
    for (const env of [silent, { ...silent, FILE_SCANNER_URL: '' }]) {
      assert.match(problems({ ...env, PUBLIC_URL }), /FILE_SCANNER_URL +is not (valid|set): expected ClamAV’s address/);
      assert.equal(loadConfig({ ...env, PUBLIC_URL: 'http://localhost:3000' }).fileScannerUrl, undefined);
    }
    const scanned = loadConfig({ ...silent, PUBLIC_URL, FILE_SCANNER_URL: 'tcp://clamav:3310' });
    assert.equal(scanned.fileScannerUrl, 'tcp://clamav:3310');
    assert.equal(loadConfig({ ...silent, PUBLIC_URL, FILE_SCANNER_URL: 'none' }).fileScannerUrl, undefined);
  });

  it('refuses, in production, secrets that are equal, a zero key, and limits that limit nobody', () => {
    const PUBLIC_URL = 'https://shop.example.com';
    const { JWT_SECRET } = inProduction;
    const zero = Buffer.alloc(32).toString('base64');
    const unsafe = {
      ...inProduction,
      PUBLIC_URL,
      ADMIN_JWT_SECRET: keyOf(41),
      JWT_SECRET: keyOf(37),
      EVENT_MAC_KEYS: `2:${zero},1:${keyOf(41)}`,
      RATE_LIMIT: '1000,201',
    };
    const message = problems(unsafe);
    for (const said of [
      /DATA_ENCRYPTION_KEYS +is not valid: expected another value than in JWT_SECRET/,
      /EVENT_MAC_KEYS +is not valid: expected another value than in ADMIN_JWT_SECRET/,
      /EVENT_MAC_KEYS +is not valid: expected random characters/,
      /RATE_LIMIT +is not valid: expected 10000,200 or fewer/,
    ]) {
      assert.match(message, said);
    }
    assert.match(problems({ ...unsafe, RATE_LIMIT: '10001,20' }), /expected 10000,200 or fewer/);
    assert.match(
      problems({ ...inProduction, PUBLIC_URL, JWT_SECRET, ADMIN_JWT_SECRET: 'short' }),
      /ADMIN_JWT_SECRET/,
      'what is wrong and what is unsafe is said at once',
    );
  });
});
