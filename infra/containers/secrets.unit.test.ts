import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { PART_NAMES, secretsWithheldFrom, withheldFrom } from '#infra/adapters/config/parts.ts';
import { renamedNames } from '#infra/adapters/config/renamed-variables.ts';
import { ensureCertificate } from '#infra/adapters/crypto/certificates.ts';
import { type OwnServers, ownServersIn } from './own-servers.ts';
import { completeSecrets, envFile, filesOf, SECRETS } from './secrets.ts';
import { SecretsError } from './secrets-error.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const NEW = { hasData: false };
const partFiles = (secrets: NodeJS.ProcessEnv, own: OwnServers = {}) =>
  new Map(filesOf(secrets, own).map((file) => [file.path, parseEnv(file.text)]));

const usersOf = ({ DATABASE_ACCOUNTS = '', EVENTSTORE_ACCOUNTS = '' }: NodeJS.ProcessEnv) =>
  [DATABASE_ACCOUNTS, EVENTSTORE_ACCOUNTS].flatMap((accounts) => accounts.split(','));

describe('secrets', () => {
  const first = completeSecrets({}, {}, NEW);

  it('are random, all different, and made once', () => {
    const each = [...Object.values(first), ...usersOf(first)];
    assert.equal(new Set(each).size, each.length);
    assert.equal(usersOf(first).length, 1 + PART_NAMES.length + 2 + PART_NAMES.length);
    assert.deepEqual(completeSecrets({}, first, { hasData: true }), first);
    assert.notEqual(completeSecrets({}, {}, NEW).EVENT_MAC_KEYS, first.EVENT_MAC_KEYS);
  });

  it('that are given win over those that are kept; an empty line takes only an optional one away', () => {
    const rotated = completeSecrets(
      { JWT_SECRET: 'another', EVENT_MAC_SINCE: '2026-11-22T12:00:00Z', EVENT_MAC_KEYS: '' },
      first,
      NEW,
    );
    assert.deepEqual(rotated, { ...first, JWT_SECRET: 'another', EVENT_MAC_SINCE: '2026-11-22T12:00:00Z' });
    assert.deepEqual(completeSecrets({ EVENT_MAC_SINCE: '' }, rotated, NEW), { ...first, JWT_SECRET: 'another' });
  });

  it('of accounts that are given replace those, and leave the others', () => {
    const given = completeSecrets({ DATABASE_ACCOUNTS: 'web:a-new-password-of-its-own' }, first, { hasData: true });
    assert.equal(
      given.DATABASE_ACCOUNTS,
      first.DATABASE_ACCOUNTS?.replace(/web:[^,]+/, 'web:a-new-password-of-its-own'),
    );
    for (const wrong of ['web', 'web:a,web:b', 'web:', 'WEB:a'])
      assert.throws(
        () => completeSecrets({ DATABASE_ACCOUNTS: wrong }, first, NEW),
        /expected account:password/,
        wrong,
      );
  });

  it('are not made anew for data that need the lost ones', () => {
    const { EVENT_MAC_KEYS: _, ...withoutOne } = first;
    assert.throws(
      () => completeSecrets({}, withoutOne, { hasData: true }),
      /EVENT_MAC_KEYS of these data is gone.*\.env/,
    );
    const without = (name: string, user: string) => ({
      ...first,
      [name]: first[name]?.replace(new RegExp(`${user}:[^,]+,?`), ''),
    });
    assert.throws(
      () => completeSecrets({}, without('DATABASE_ACCOUNTS', 'owner'), { hasData: true }),
      /the password of owner in DATABASE_ACCOUNTS of these data is gone/,
    );
    const completed = completeSecrets({}, without('EVENTSTORE_ACCOUNTS', 'web'), { hasData: true });
    assert.match(completed.EVENTSTORE_ACCOUNTS ?? '', /web:/);
  });

  it('that a version before 0.2.0 kept are left to 0.2.0, which gives them their new names', () => {
    for (const kept of [{ DATA_ENCRYPTION_KEY: 'two' }, { POSTGRES_WEB_PASSWORD: 'hunter2' }, { NOTARY_KEY: 'new' }])
      for (const hasData of [true, false])
        assert.throws(
          () => completeSecrets({}, kept, { hasData }),
          (error: Error) =>
            error instanceof SecretsError &&
            /Start 0\.2\.0 first/.test(error.message) &&
            !/two|hunter2/.test(error.message),
        );
  });

  it('that are given by their earlier names are refused with the line to write', () => {
    const given = { POSTGRES_WEB_PASSWORD: 'hunter2', NOTARY_RETIRED_KEY: 'hunter2', WEB_PORT: '4000' };
    assert.throws(
      () => completeSecrets(given, first, NEW),
      ({ message }: Error) =>
        message.includes('write DATABASE_ACCOUNTS=web:<the value of POSTGRES_WEB_PASSWORD>') &&
        message.includes('write NOTARY_KEYS=<the value of NOTARY_KEY>,<the value of NOTARY_RETIRED_KEY>') &&
        message.includes('write PORT=4000') &&
        !message.includes('hunter2'),
    );
  });

  it('are refused where a file could not carry them, or where mails would reach nobody', () => {
    assert.throws(() => completeSecrets({ SMTP_URL: "smtp://a:b'c@d" }, {}, NEW), SecretsError);
    assert.throws(() => completeSecrets({ PUBLIC_URL: 'https://shop.example' }, {}, NEW), /Set SMTP_URL/);
    assert.ok(completeSecrets({ PUBLIC_URL: 'https://shop.example', SMTP_URL: 'smtps://mail' }, {}, NEW));
  });

  it('come back from the kept file as they were', () => {
    assert.deepEqual(
      { ...parseEnv(envFile({ ...first, SMTP_URL: 'smtp://u:p#$x@h' })) },
      { ...first, SMTP_URL: 'smtp://u:p#$x@h' },
    );
  });

  for (const part of PART_NAMES) {
    it(`of ${part} are its own alone, and it starts with them in production`, () => {
      const given = partFiles(first).get(`${part}/part.env`) ?? {};
      assert.deepEqual(
        Object.keys(given).filter((name) => withheldFrom(part).includes(name)),
        [],
      );
      assert.match(given.DATABASE_URL ?? '', new RegExp(`//giftledger_${part}:.*sslmode=verify-full`));
      assert.match(given.EVENTSTORE_URL ?? '', new RegExp(`//${part}:.*tls=true`));
      const places = {
        PUBLIC_URL: 'https://shop.example',
        FILE_SCANNER_URL: 'none',
      };
      assert.ok(loadConfig({ ...given, ...places }, part));
      assert.ok(secretsWithheldFrom(part).length > 0);
    });
  }

  it('name an event store of one’s own in the address of each part, with its hosts and options', () => {
    const eventStore = 'esdb://admin:changeit@a:2113,b:2113,c:2113?tls=true&tlsCAFile=/certificates/given/ca.crt';
    const files = partFiles(first, { eventStore });
    assert.equal(files.get('access/part.env')?.EVENTSTORE_URL, eventStore);
    assert.equal(
      files.get('web/part.env')?.EVENTSTORE_URL,
      eventStore.replace('admin:changeit', `web:${/web:([^,]+)/.exec(first.EVENTSTORE_ACCOUNTS ?? '')?.[1]}`),
    );
  });

  it('name a Postgres of one’s own in the address of each part, and its owner to the migrations alone', () => {
    const database = 'postgresql://keeper:of-its-owner@one:5432,two:5432/store?reads=standby&sslmode=verify-full';
    const files = partFiles(first, { database });
    assert.equal(files.get('migrations/part.env')?.DATABASE_URL, database);
    for (const part of PART_NAMES) {
      const [, login, rest] =
        /^postgresql:\/\/(.*)(@.*)$/.exec(files.get(`${part}/part.env`)?.DATABASE_URL ?? '') ?? [];
      const password = new RegExp(`${part}:([^,]+)`).exec(first.DATABASE_ACCOUNTS ?? '')?.[1];
      assert.deepEqual([login, rest], [`giftledger_${part}:${password}`, database.replace(/.*@/, '@')]);
    }
  });

  it('are in an address as they are written there', () => {
    const { DATABASE_URL = '' } = partFiles({ ...first, DATABASE_ACCOUNTS: 'web:p@ss/w0rd' }).get('web/part.env') ?? {};
    assert.equal(decodeURIComponent(new URL(DATABASE_URL).password), 'p@ss/w0rd');
  });
});

describe('servers of one’s own', () => {
  const database = 'postgresql://keeper:secret@one:5432,two:5432/store';
  const eventStore = 'esdb://admin:secret@a:2113,b:2113?tls=true';

  it('are verified by their names, and by the authority that is given', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'authority-'));
    const authority = readFileSync((await ensureCertificate(dir, ['one'])).ca, 'utf8');
    rmSync(dir, { recursive: true });
    assert.deepEqual(ownServersIn({ DATABASE_URL: '', EVENTSTORE_URL: undefined }, authority), {});
    assert.deepEqual(
      ownServersIn({ DATABASE_URL: `${database}?reads=standby`, EVENTSTORE_URL: eventStore }, authority),
      {
        database: `${database}?reads=standby&sslmode=verify-full&sslrootcert=/certificates/given/ca.crt`,
        eventStore: `${eventStore}&tlsCAFile=/certificates/given/ca.crt`,
      },
    );
    assert.deepEqual(ownServersIn({ DATABASE_URL: `${database}?sslmode=disable` }, ''), {
      database: `${database}?sslmode=disable`,
    });
    assert.throws(
      () => ownServersIn({ DATABASE_URL: database }, 'no certificate'),
      /SERVERS_CA .*without a certificate/,
    );
  });

  const refused: readonly [NodeJS.ProcessEnv, RegExp][] = [
    [{ DATABASE_URL: 'postgresql://one:5432/store' }, /DATABASE_URL is not the address of a database with its owner/],
    [{ DATABASE_URL: 'postgresql://keeper:secret@one:5432' }, /DATABASE_URL is not the address of a database/],
    [{ DATABASE_URL: 'postgresql://keeper:a/b@one:5432/store' }, /%2F stands for a slash/],
    [{ DATABASE_URL: `${database}?sslrootcert=/etc/ca.crt` }, /name the one of the authority in SERVERS_CA/],
    [{ DATABASE_URL: `${database}?target_session_attrs=any` }, /DATABASE_URL is not/],
    [{ DATABASE_URL: 'postgresql://keeper:secret@one:5432/store?reads=standby' }, /with two servers, \?reads=standby/],
    [{ EVENTSTORE_URL: 'esdb://a:2113' }, /EVENTSTORE_URL is not an address with an administrator/],
    [{ EVENTSTORE_URL: `${eventStore}&tlsCAFile=/etc/ca.crt` }, /SERVERS_CA/],
  ];
  for (const [given, message] of refused)
    it(`are refused in words that do not repeat the address: ${Object.values(given)}`, () =>
      assert.throws(
        () => ownServersIn(given, ''),
        (error: Error) =>
          error instanceof SecretsError && message.test(error.message) && !/keeper|secret@/.test(error.message),
      ));
});

describe('programs/secrets.ts', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'secrets-'));
  const [secrets, data, authorities] = ['secrets', 'data', 'authorities'].map((name) => path.join(dir, name));
  mkdirSync(path.join(`${data}`, 'events'), { recursive: true });
  after(() => rmSync(dir, { recursive: true }));
  const run = () =>
    spawnSync(process.execPath, ['programs/secrets.ts', `${secrets}`, `${data}`, `${authorities}`], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
  const kept = () => readFileSync(path.join(`${secrets}`, 'all/secrets.env'), 'utf8');

  // The files get other owners, which takes root.
  const needsRoot = process.getuid?.() === 0;
  it('writes files that only their reader opens, changes none at the next start, and refuses where they are lost', () => {
    const made = run();
    if (!needsRoot) return assert.match(made.stderr, /EPERM/);
    assert.equal(made.status, 0, made.stderr);
    assert.match(made.stdout, /Keep a copy/);
    const files = readdirSync(`${secrets}`, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    assert.equal(files.length, PART_NAMES.length + 5);
    for (const each of files) assert.equal(statSync(path.join(each.parentPath, each.name)).mode & 0o777, 0o600);
    const before = kept();
    assert.match(run().stdout, /in place/);
    assert.equal(kept(), before);
    writeFileSync(path.join(`${data}`, 'events/chunk'), '');
    rmSync(path.join(`${secrets}`, 'all'), { recursive: true });
    const refused = run();
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /^The volumes hold data/);
  });
});

it('docker-compose.yml hands every secret of .env to the task that keeps them', () => {
  const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
  const [, block = ''] = /^ {2}secrets:\n[\s\S]*?environment:\n([\s\S]*?) {4}volumes:/m.exec(compose) ?? [];
  const names = [...block.matchAll(/^ {6}([A-Z_]+):\n/gm)].map(([, name = '']) => name);
  assert.deepEqual(names.toSorted(), [...SECRETS, 'PUBLIC_URL', 'DATABASE_URL', 'EVENTSTORE_URL'].toSorted());
  const [, earlier = ''] = /^x-renamed: &renamed\n((?: {2}[A-Z_]+:\n)*)/m.exec(compose) ?? [];
  // What a container sets itself, .env never had.
  const inside = ['WEB_DIR', 'HEARTBEAT_FILE', 'LOG_HEADS_DIR'];
  assert.deepEqual(
    [...earlier.matchAll(/[A-Z_]+/g)].map(([name]) => name).toSorted(),
    renamedNames('parts', 'migrations', 'access', 'containers')
      .filter((name) => !inside.includes(name))
      .toSorted(),
  );
});
