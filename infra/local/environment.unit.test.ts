import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { PART_NAMES, PARTS, type Part, withheldFrom } from '#infra/adapters/config/parts.ts';
import { adminEventStoreUrl, mailboxEnvironment, nodeEnvironment, partEnvironment } from './environment.ts';
import { loadLocalSecrets } from './secrets.ts';

describe('the environment of a part of the embedded stack', async () => {
  const certificate = { ca: '/ca.crt', cert: '/server.crt', key: '/server.key' };
  const dataDir = await mkdtemp(path.join(tmpdir(), 'environment-'));
  const secrets = await loadLocalSecrets(dataDir);
  const addresses = {
    databaseUrl: `postgresql://giftledger:${secrets.databasePassword}@127.0.0.1:5432/giftledger`,
    eventstoreUrl: adminEventStoreUrl(secrets, 2113, certificate),
    isOtherEventStore: false,
    smtpPort: 1025,
    port: 3000,
    mailboxPort: 3001,
  };
  const settings = { dataDir, secrets, addresses, env: { LOG_LEVEL: 'warn' } };
  after(() => rm(dataDir, { recursive: true }));

  it('is made here: it listens on this machine only, for these data, and no other program’s variables reach it', () => {
    const terminal = {
      HOST: '0.0.0.0',
      NODE_ENV: 'development',
      NODE_OPTIONS: '--inspect',
      FILES_DIR: '/x',
      WEB_DIR: '/x',
      JWT_SECRET: 'x',
      SMTP_URL: 'smtp://x',
      PGHOST: 'x',
      https_proxy: 'http://x',
      npm_config_omit: 'dev',
      ANY: 'x',
      LOG_LEVEL: 'warn',
      TZ: 'Asia/Kolkata',
      CURRENCIES: 'USD',
      MAIL_FROM: 'us@ink.test',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    };
    const environments = [
      ...PART_NAMES.map((part) => partEnvironment(part, { ...settings, env: terminal })),
      mailboxEnvironment({ ...settings, env: terminal }),
      nodeEnvironment({ ...settings, env: terminal }),
    ];
    for (const env of environments) {
      assert.ok([undefined, '127.0.0.1'].includes(env.HOST));
      assert.deepEqual(
        [env.NODE_ENV, env.LOG_LEVEL, env.TZ, env.CURRENCIES, env.MAIL_FROM],
        ['production', 'warn', 'Asia/Kolkata', 'USD', 'us@ink.test'],
      );
      for (const name of ['NODE_OPTIONS', 'PGHOST', 'https_proxy', 'npm_config_omit', 'ANY'])
        assert.equal(env[name], undefined, name);
      assert.equal(env.OTEL_EXPORTER_OTLP_ENDPOINT, terminal.OTEL_EXPORTER_OTLP_ENDPOINT);
      for (const [name, value] of Object.entries(env)) assert.ok(!['x', '/x', 'smtp://x'].includes(value ?? ''), name);
    }
  });

  it('may have the address of a tunnel: then webhooks stay off this machine, settings wait, and nothing else has to be set', () => {
    const env = { PUBLIC_URL: 'https://abc-3000.app.example' };
    const config = loadConfig(partEnvironment('web', { ...settings, env }), 'web');
    assert.equal(config.isProduction, true);
    assert.deepEqual([config.webhookLoopback, config.settingsWait], [false, true]);
    const own = loadConfig(partEnvironment('web', settings), 'web');
    assert.deepEqual([own.webhookLoopback, own.settingsWait], [true, false]);
  });

  it('serves its counts at a port of its own, from METRICS_PORT on', () => {
    const metered = { ...settings, env: { METRICS_PORT: '9464' } };
    const portOf = (part: Part) => loadConfig(partEnvironment(part, metered), part).metricsPort;
    assert.deepEqual(PART_NAMES.map(portOf).filter(Boolean), [9464, 9465, 9466, 9467]);
    assert.equal(nodeEnvironment(metered).METRICS_PORT, '9468');
    assert.equal(loadConfig(partEnvironment('web', settings), 'web').metricsPort, undefined);
  });

  it('has what an earlier version called otherwise, so that it is refused in words', () => {
    const env = { MAIL_FROM: 'us@ink.test', RATE_LIMIT_PER_MINUTE: '900' };
    assert.throws(
      () => loadConfig(partEnvironment('web', { ...settings, env }), 'web'),
      /RATE_LIMIT_PER_MINUTE +is not read any more: write RATE_LIMIT=900,20 [\s\S]*MAIL_FROM +is not read any more/,
    );
  });

  it('reaches the event store by an address that needs no name', () => {
    assert.equal(new URL(addresses.eventstoreUrl.replace(/^esdb/, 'http')).hostname, '127.0.0.1');
  });

  const valuesOf = (env: NodeJS.ProcessEnv) => Object.values(env).filter((value) => value !== undefined);

  for (const part of PART_NAMES) {
    it(`has what it needs, and no secret of another: ${part}`, () => {
      const env = partEnvironment(part, settings);
      loadConfig(env, part);
      for (const name of withheldFrom(part)) assert.equal(env[name], undefined, name);
      for (const name of PARTS[part].secrets) assert.ok(env[name], name);
      const owners = [settings.secrets.databasePassword, settings.secrets.accountsKey];
      for (const other of PART_NAMES.filter((each) => each !== part)) {
        const { DATABASE_URL = '', EVENTSTORE_URL = '' } = partEnvironment(other, settings);
        owners.push(new URL(DATABASE_URL).password, new URL(EVENTSTORE_URL).password);
      }
      for (const secret of owners) assert.ok(!valuesOf(env).some((value) => value.includes(secret)), part);
    });
  }

  it('is without the store’s keys where mails are only shown, or events only kept', () => {
    const { jwtSecret, adminJwtSecret, dataEncryptionKeys, eventMacKeys, databasePassword } = settings.secrets;
    for (const env of [mailboxEnvironment(settings), nodeEnvironment(settings)]) {
      for (const secret of [jwtSecret, adminJwtSecret, dataEncryptionKeys, eventMacKeys, databasePassword]) {
        assert.ok(!valuesOf(env).some((value) => value.includes(secret)));
      }
    }
    assert.equal(mailboxEnvironment(settings).DATABASE_URL, undefined);
  });
});
