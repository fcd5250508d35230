import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadConfig as loadConfigOf } from './config.ts';
import { PART_NAMES, PARTS } from './parts.ts';
import { complete, inProduction, key, keyOf, loadConfig, problems } from './testing/environments.ts';

describe('loadConfig', () => {
  it('fills in the defaults', () => {
    const config = loadConfig(complete);
    assert.equal(config.port, 3000);
    assert.equal(config.publicUrl, 'http://localhost:3000');
    assert.equal(config.secureCookies, false);
    assert.equal(config.ledgerCacheBytes, 64 * 1024 * 1024);
    assert.equal(config.dataKeys.current.key.length, 32);
  });

  it('refuses what the settings took over, with the place where it is set, and does not repeat it', () => {
    const message = problems({
      ...complete,
      CONVERSION_FEE_PERCENT: '3.5',
      POLICY: 'newPayeeHours=48',
      RATES: 'EUR/USD=1.3',
    });
    assert.match(
      message,
      /CONVERSION_FEE_PERCENT +is not read any more: it is set in Settings, Money now: remove it\./,
    );
    assert.match(message, /POLICY +is not read any more: what it says is set in Settings now: remove it\./);
    assert.match(message, /RATES +is not read any more: it is recorded in Ledger, Exchange rates now: remove it\./);
    assert.doesNotMatch(message, /3\.5|48|1\.3/);
  });

  it('takes an empty variable as unset', () => {
    assert.equal(loadConfig({ ...complete, PORT: '' }).port, 3000);
  });

  it('says all that is wrong in one message', () => {
    const message = problems({ PORT: 'abc', EUR_USD_RATE: '1,1' });
    for (const name of [
      'DATABASE_URL',
      'EVENTSTORE_URL',
      'JWT_SECRET',
      'ADMIN_JWT_SECRET',
      'DATA_ENCRYPTION_KEYS',
      'PORT',
      'EUR_USD_RATE',
    ]) {
      assert.match(message, new RegExp(`\\b${name}\\b`));
    }
    assert.match(message, /DATABASE_URL +is not set: expected an address such as postgresql:/);
    assert.match(message, /PORT +is not valid: expected a port number/);
  });

  it('asks a part for its own secrets alone, and does not look at those of others', () => {
    const secrets = {
      DATABASE_URL: complete.DATABASE_URL,
      JWT_SECRET: complete.JWT_SECRET,
      ADMIN_JWT_SECRET: complete.ADMIN_JWT_SECRET,
      DATA_ENCRYPTION_KEYS: `1:${key}`,
      NOTARY_KEYS: complete.NOTARY_KEYS,
      SMTP_URL: complete.SMTP_URL,
    };
    for (const part of PART_NAMES) {
      const own: readonly string[] = PARTS[part].secrets;
      const given = Object.entries(secrets).filter(([name]) => own.includes(name));
      const others = Object.keys(secrets).filter((name) => !own.includes(name));
      const { EVENTSTORE_URL } = complete;
      const config: object = loadConfigOf({ ...Object.fromEntries(given), EVENTSTORE_URL }, part);
      assert.deepEqual(
        loadConfigOf({ ...complete, ...Object.fromEntries(others.map((name) => [name, 'not looked at'])) }, part),
        config,
      );
      for (const [name] of given) {
        assert.match(problems({ ...complete, [name]: undefined }, part), new RegExp(`${name} +is not set`), part);
      }
    }
    const projections: Record<string, unknown> = loadConfigOf(complete, 'projections');
    for (const field of ['smtpUrl', 'jwtSecret', 'adminJwtSecret', 'dataKeys']) {
      assert.equal(projections[field], undefined, field);
    }
  });

  it('never repeats a value, which may be a secret', () => {
    assert.doesNotMatch(problems({ ...complete, JWT_SECRET: 'hunter2' }), /hunter2/);
  });

  it('refuses one secret for customers and administrators', () => {
    assert.match(problems({ ...complete, ADMIN_JWT_SECRET: complete.JWT_SECRET }), /another secret than JWT_SECRET/);
  });

  it('reads numbered keys, of which the first is used, and refuses what is none, or none of its own', () => {
    const keysOf = (DATA_ENCRYPTION_KEYS: string) => loadConfig({ ...complete, DATA_ENCRYPTION_KEYS }).dataKeys;
    const { current, retired } = keysOf(`2:${keyOf(37)}, 1:${key}`);
    assert.deepEqual([current.id, retired.map(({ id }) => id)], [2, [1]]);
    assert.equal(Buffer.from(current.key).toString('base64'), keyOf(37));
    for (const wrong of [
      ...[key, `0:${key}`, `256:${key}`, '1:short', `1:${Buffer.alloc(16).toString('base64')}`],
      ...[`1:${key},1:${keyOf(37)}`, `2:${key},1:${key}`, `1:${key};2:${keyOf(37)}`],
    ]) {
      const message = problems({ ...complete, DATA_ENCRYPTION_KEYS: wrong });
      assert.match(
        message,
        /DATA_ENCRYPTION_KEYS +is not valid: expected number:key, comma-separated, the newest first/,
      );
      assert.ok(!message.includes(key));
    }
  });

  it('reads the keys of the events’ MACs, which are no keys of anything else', () => {
    assert.equal(loadConfig(complete).eventMacs, undefined);
    const since = '2026-11-22T12:00:00Z';
    const env = { ...complete, EVENT_MAC_KEYS: `2:${keyOf(41)},1:${keyOf(47)}` };
    const { eventMacs } = loadConfig({ ...env, EVENT_MAC_SINCE: since });
    assert.deepEqual([eventMacs?.current.id, eventMacs?.retired[0]?.id, eventMacs?.since], [2, 1, new Date(since)]);
    for (const shared of [`1:${key}`, `2:${keyOf(41)},1:${key}`])
      assert.match(problems({ ...env, EVENT_MAC_KEYS: shared }), /other keys than those of DATA_ENCRYPTION_KEYS/);
    assert.match(
      problems({ ...env, EVENT_MAC_SINCE: 'yesterday' }),
      /EVENT_MAC_SINCE +is not valid: expected a moment/,
    );
  });

  it('reads the keys of the notary, which all sign', () => {
    const { notaryKeys } = loadConfigOf({ ...complete, NOTARY_KEYS: `${keyOf(43)},${key}` }, 'notary');
    assert.deepEqual(
      notaryKeys.map((each) => each.toString('base64')),
      [keyOf(43), key],
    );
    const EVENT_MAC_KEYS = `1:${keyOf(43)}`;
    const wrong = (NOTARY_KEYS: string) => problems({ ...complete, EVENT_MAC_KEYS, NOTARY_KEYS }, 'notary');
    assert.match(wrong(`${key},${keyOf(43)}`), /other keys than those of EVENT_MAC_KEYS, which every part has/);
    assert.match(wrong(`${key},${key}`), /NOTARY_KEYS +is not valid: expected keys, comma-separated/);
  });

  it('reads where heads of the log go, each by its form', () => {
    const witness = 'witness.example/w1+4c9d2d77+BJfAbc=';
    const { logHeadsTo } = loadConfig({
      ...complete,
      LOG_HEADS_TO: `auditor@firm.example, ./heads,${witness} https://witness.example, second@firm.example`,
    });
    assert.deepEqual(logHeadsTo, {
      folder: './heads',
      mails: ['auditor@firm.example', 'second@firm.example'],
      witnesses: [{ key: witness, url: 'https://witness.example' }],
    });
    assert.deepEqual(loadConfig(complete).logHeadsTo, { folder: undefined, mails: [], witnesses: [] });
    for (const wrong of ['/a,/b', 'heads', 'auditor', witness, `${witness} ftp://witness.example`])
      assert.match(problems({ ...complete, LOG_HEADS_TO: wrong }), /LOG_HEADS_TO +is not valid: expected mail/, wrong);
  });

  it('reads the sender of mails from the address of their server', () => {
    const senderOf = (SMTP_URL: string) => loadConfigOf({ ...complete, SMTP_URL }, 'jobs').mailFrom;
    assert.equal(
      senderOf('smtps://u:p@mail?from=Ink %26 Paper <no-reply@ink.test>'),
      'Ink & Paper <no-reply@ink.test>',
    );
    assert.equal(senderOf('smtps://u:p@mail?from=Ink <no-reply@ink.test>'), 'Ink <no-reply@ink.test>');
    assert.equal(senderOf('smtp://mail'), 'no-reply@localhost');
    for (const sender of ['Ink', 'Ink & Paper <no-reply@ink.test>', '<a@b'])
      assert.match(
        problems({ ...complete, SMTP_URL: `smtp://mail?from=${sender}` }, 'jobs'),
        /SMTP_URL +is not valid.*%26/,
        sender,
      );
  });

  it('refuses what an earlier version called otherwise, with the line to write and no secret', () => {
    const { DATA_ENCRYPTION_KEYS: _, NOTARY_KEYS: __, ...others } = complete;
    const message = problems({
      ...others,
      DATA_ENCRYPTION_KEY: keyOf(37),
      DATA_ENCRYPTION_KEY_ID: '2',
      DATA_ENCRYPTION_RETIRED_KEYS: `1:${key}`,
      EVENT_MAC_KEY: keyOf(41),
      NOTARY_KEY: keyOf(43),
      AUTH_RATE_LIMIT_PER_MINUTE: '10',
      SETTINGS_WAIT: 'false',
      LOG_HEADS_DIR: 'heads',
      LOG_HEADS_MAIL: 'auditor@firm.example',
      MAIL_FROM: 'Ink <no-reply@ink.test>',
    });
    for (const line of [
      'DATA_ENCRYPTION_KEYS=2:<the value of DATA_ENCRYPTION_KEY>,<the value of DATA_ENCRYPTION_RETIRED_KEYS>',
      'EVENT_MAC_KEYS=1:<the value of EVENT_MAC_KEY>',
      'NOTARY_KEYS=<the value of NOTARY_KEY>',
      'RATE_LIMIT=600,10',
      'LOG_HEADS_TO=./heads,auditor@firm.example',
      '?from=Ink <no-reply@ink.test> at the end of SMTP_URL',
    ]) {
      assert.ok(message.includes(`is not read any more: write ${line}`), line);
    }
    assert.match(message, /SETTINGS_WAIT +is not read any more: it follows from PUBLIC_URL now: remove it/);
    for (const secret of [key, keyOf(37), keyOf(41), keyOf(43)]) assert.ok(!message.includes(secret));
  });

  it('reads whose word counts for an address: a number of proxies, or their networks', () => {
    const trusted = (TRUST_PROXY: string) => loadConfig({ ...complete, TRUST_PROXY }).trustProxy;
    assert.deepEqual([trusted(''), trusted('0'), trusted('2')], [false, false, 2]);
    assert.deepEqual(trusted('10.0.0.0/8, ::1'), ['10.0.0.0/8', '::1']);
    for (const TRUST_PROXY of ['true', '10', '10.0.0.0/33', 'proxy.example', '10.0.0.1,']) {
      assert.match(problems({ ...complete, TRUST_PROXY }), /TRUST_PROXY +is not valid: expected a number of proxies/);
    }
  });

  it('reads both limits of requests, and lifts them for browser tests only', () => {
    const limits = (RATE_LIMIT?: string) => {
      const { rateLimitPerMinute, authRateLimitPerMinute } = loadConfig({ ...complete, RATE_LIMIT });
      return [rateLimitPerMinute, authRateLimitPerMinute];
    };
    assert.deepEqual(
      [limits(), limits('300, 7')],
      [
        [600, 20],
        [300, 7],
      ],
    );
    assert.ok(Math.min(...limits('off')) > 10_000);
    for (const RATE_LIMIT of ['600', '0,20', '600,20,1', 'normal', '-1,2'])
      assert.match(problems({ ...complete, RATE_LIMIT }), /RATE_LIMIT +is not valid: expected two whole numbers/);
  });

  it('trusts this machine where browsers reach the store on it alone', () => {
    const { webhookLoopback, settingsWait } = loadConfig(complete);
    assert.deepEqual([webhookLoopback, settingsWait], [true, false]);
    const there = loadConfig({ ...inProduction, PUBLIC_URL: 'https://shop.example.com' });
    assert.deepEqual([there.webhookLoopback, there.settingsWait], [false, true]);
  });

  it('marks cookies secure behind https', () => {
    const config = loadConfig({ ...inProduction, PUBLIC_URL: 'https://shop.example.com/' });
    assert.equal(config.isProduction, true);
    assert.equal(config.publicUrl, 'https://shop.example.com');
    assert.equal(config.secureCookies, true);
    const capitals = loadConfig({ ...inProduction, PUBLIC_URL: 'HTTPS://Shop.Example.com:443/' });
    assert.deepEqual([capitals.publicUrl, capitals.secureCookies], ['https://shop.example.com', true]);
  });
});
