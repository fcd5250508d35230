import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { PART_NAMES, secretsWithheldFrom, withheldFrom } from '#infra/adapters/config/parts.ts';
import { completeSecrets, envFile, filesOf, SECRETS, SecretsError } from './secrets.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const NEW = { hasData: false };
const partFiles = (secrets: NodeJS.ProcessEnv, eventStore?: string) =>
  new Map(filesOf(secrets, eventStore).map((file) => [file.path, parseEnv(file.text)]));

describe('secrets', () => {
  const first = completeSecrets({}, {}, NEW);

  it('are random, all different, and made once', () => {
    assert.equal(new Set(Object.values(first)).size, Object.values(first).length);
    assert.deepEqual(completeSecrets({}, first, { hasData: true }), first);
    assert.notEqual(completeSecrets({}, {}, NEW).EVENT_MAC_KEY, first.EVENT_MAC_KEY);
  });

  it('that are given win over those that are kept; an empty line takes only an optional one away', () => {
    const rotated = completeSecrets(
      { JWT_SECRET: 'another', NOTARY_RETIRED_KEY: 'old', EVENT_MAC_KEY: '' },
      first,
      NEW,
    );
    assert.deepEqual(rotated, { ...first, JWT_SECRET: 'another', NOTARY_RETIRED_KEY: 'old' });
    assert.deepEqual(completeSecrets({ NOTARY_RETIRED_KEY: '' }, rotated, NEW), { ...first, JWT_SECRET: 'another' });
  });

  it('are not made anew for data that need the lost ones', () => {
    const { EVENT_MAC_KEY: _, ...withoutOne } = first;
    assert.throws(
      () => completeSecrets({}, withoutOne, { hasData: true }),
      /EVENT_MAC_KEY of these data is gone.*\.env/,
    );
    const { EVENTSTORE_WEB_PASSWORD: __, ...withoutUser } = first;
    assert.ok(completeSecrets({}, withoutUser, { hasData: true }).EVENTSTORE_WEB_PASSWORD);
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
        FILES_DIR: '/files',
        WEB_DIR: '/web',
        FILE_SCANNER_URL: 'none',
      };
      assert.ok(loadConfig({ ...given, ...places }, part));
      assert.ok(secretsWithheldFrom(part).length > 0);
    });
  }

  it('name an event store of one’s own in the address of each part, with its hosts and options', () => {
    const own = 'esdb://admin:changeit@a:2113,b:2113,c:2113?tls=true&tlsCAFile=/certificates/given/ca.crt';
    const files = partFiles(first, own);
    assert.equal(files.get('access/part.env')?.EVENTSTORE_ADMIN_URL, own);
    assert.equal(
      files.get('web/part.env')?.EVENTSTORE_URL,
      own.replace('admin:changeit', `web:${first.EVENTSTORE_WEB_PASSWORD}`),
    );
  });
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
  assert.deepEqual(names.toSorted(), [...SECRETS, 'PUBLIC_URL', 'EVENTSTORE_ADMIN_URL'].toSorted());
});
