import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { PART_NAMES, variablesOf } from '#infra/adapters/config/parts.ts';
import { variables } from '#infra/adapters/config/variables.ts';
import { takeFrom } from '#infra/setup/terminal.mjs';
import { SECRETS } from './secrets.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** All files of ours that a program loads, starting at its entry file. */
function filesOf(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const [, , target = ''] of read(entry).matchAll(/(from|import\()\s*'((?:#|\.)[^']+\.ts)'/g)) {
    const file = target.startsWith('#') ? target.slice(1) : path.join(path.dirname(entry), target);
    filesOf(file, found);
  }
  return found;
}

const compose = read('docker-compose.yml');
/** The lines of a service, or of another block at the same depth. */
const service = (name: string): string => new RegExp(`^  ${name}:.*\n((?:    .*\n|\n)*)`, 'm').exec(compose)?.[1] ?? '';
const namesIn = (block: string): string[] => [...block.matchAll(/^ {6}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);

it('compose opens no port to other machines but that of the edge, which speaks TLS', () => {
  const ports = [...compose.matchAll(/^ {4}ports:\n((?: {6}- .*\n)+)/gm)].flatMap(([, list = '']) =>
    [...list.matchAll(/- "?([^"\n]+)"?/g)].map(([, port = '']) => port),
  );
  assert.ok(ports.length > 1, 'ports were found');
  assert.deepEqual(
    ports.filter((port) => !port.startsWith('127.0.0.1:')),
    [/- "(.*)"/.exec(service('edge'))?.[1]],
  );
});

describe('the images', () => {
  const [, folders = '', programs = ''] =
    /rm -rf (infra\/seed .*) \\\n {2}&& cd programs && rm (.*)/.exec(read('Dockerfile')) ?? [];
  const left = [...folders.split(' '), ...programs.split(' ').map((program) => `programs/${program}`)];

  it('of the app hold all that the parts load, without seed, tests and command lines', () => {
    for (const each of ['infra/seed', 'core/cli', 'programs/seed.ts', 'programs/delete-demonstration.ts'])
      assert.ok(left.includes(each), each);
    for (const part of [
      'programs/web.ts',
      'programs/jobs.ts',
      'programs/processes.ts',
      'programs/projections.ts',
      'programs/migrations.ts',
      'programs/notary.ts',
    ]) {
      const files = [...filesOf(part)];
      assert.deepEqual(
        files.filter((file) => left.some((folder) => file === folder || file.startsWith(`${folder}/`))),
        [],
        part,
      );
      assert.deepEqual(
        files.filter((file) => /(^|\/)(testing|fixtures|conformance)\/|infra\/proof\/|\.test\.ts$/.test(file)),
        [],
        part,
      );
    }
  });

  it('of the tools hold all that they load, without tests', () => {
    for (const tool of [
      'programs/ledger/main.ts',
      'programs/seed.ts',
      'programs/rebuild.ts',
      'programs/backup.ts',
      'programs/restore.ts',
      'programs/access.ts',
      'programs/certificates.ts',
      'programs/secrets.ts',
    ]) {
      const files = [...filesOf(tool)];
      assert.deepEqual(
        files.filter((file) => /(^|\/)(testing|fixtures|conformance)\/|infra\/proof\/|\.test\.ts$/.test(file)),
        [],
        tool,
      );
    }
  });

  it('leave out packages that no program of theirs needs', () => {
    const [, list = ''] = /cd node_modules \\\n {2}&& rm -rf (.*)/.exec(read('Dockerfile')) ?? [];
    const removed = list.split(' ');
    assert.ok(removed.length > 5);
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<
        string,
        { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }
      >;
    };
    const needed = new Set<string>();
    const need = (name: string): void => {
      const found = packages[`node_modules/${name}`];
      if (found === undefined || needed.has(name)) return;
      needed.add(name);
      Object.keys({ ...found.dependencies, ...found.optionalDependencies }).forEach(need);
    };
    const programs = readdirSync(path.join(ROOT, 'programs')).filter(
      (name) => name.endsWith('.ts') && !/\.test\.ts$/.test(name),
    );
    for (const file of [...programs, 'ledger/main.ts'].flatMap((name) => [...filesOf(`programs/${name}`)]))
      for (const [, , name = ''] of read(file).matchAll(/(from|import\()\s*'((?:@[^/']+\/)?[^#./'][^/']*)/g))
        need(name);
    assert.ok(needed.has('fastify') && needed.has('fontkit'));
    assert.deepEqual(
      [...needed].filter((name) => removed.includes(name) || removed.includes(name.split('/')[0] ?? '')),
      [],
    );
  });

  it('take no secrets along', () => assert.match(read('.dockerignore'), /^\.env\*$/m));
});

describe('docker-compose.yml', () => {
  /** Variables of a container itself. */
  const PUBLIC = [...['HOST', 'PORT', 'BACKUP_RECIPIENT']];
  const common = [...(/^x-common:.*\n((?: {2}.*\n)*)/m.exec(compose)?.[1]?.matchAll(/^ {2}([A-Z_]+):/gm) ?? [])].map(
    ([, name = '']) => name,
  );
  const services = [...(/^services:\n(.*)^volumes:/ms.exec(compose)?.[1] ?? '').matchAll(/^ {2}([a-z]+):/gm)].map(
    ([, name = '']) => name,
  );
  const mounting = (volume: string) => services.filter((name) => service(name).includes(`"${volume}:`));

  /** The services that work with an account, beside the one of its name. */
  const ALSO: Readonly<Record<string, readonly string[]>> = {
    projections: ['rebuild'],
    finance: ['ledger'],
    tools: ['restore'],
    migrations: ['restore'],
  };
  for (const account of [...PART_NAMES, 'migrations', 'access', 'eventstore', 'postgres']) {
    it(`gives the secrets of ${account} to a person who works as it`, () => {
      const expected = ['secrets', ...(services.includes(account) ? [account] : []), ...(ALSO[account] ?? [])];
      assert.deepEqual(mounting(`${account}-secrets`).toSorted(), expected.toSorted());
    });
  }

  it('has all secrets in one place, and none in the environment of a part', () => {
    assert.deepEqual(mounting('secrets'), ['secrets']);
    const secret = PART_NAMES.flatMap(variablesOf);
    for (const name of services.filter((each) => each !== 'secrets'))
      assert.deepEqual(
        namesIn(service(name)).filter((each) => secret.includes(each)),
        [],
        name,
      );
    for (const name of common) {
      const isKnown = name in variables.shape || takeFrom({ [name]: '' }, 'TRACES')[name] === '';
      assert.ok(isKnown && !secret.includes(name), name);
    }
  });

  it('hands every setting of the store from .env to its parts', () => {
    const own = [...PUBLIC, ...SECRETS, 'EVENTSTORE_URL', 'DATABASE_URL'];
    const missing = Object.keys(variables.shape).filter((name) => !common.includes(name) && !own.includes(name));
    assert.deepEqual(missing, []);
  });

  it('starts no server that .env names elsewhere, and waits for none', () => {
    const own = { eventstore: 'EVENTSTORE_URL', postgres: 'DATABASE_URL', mail: 'SMTP_URL' };
    for (const [server, variable] of Object.entries(own))
      assert.ok(service(server).includes(`servers.yml, service: "server\${${variable}:+-elsewhere}"`), server);
    assert.match(
      read('infra/containers/servers.yml'),
      /^ {2}server: \{\}\n {2}server-elsewhere:\n {4}profiles: \[none\]$/m,
    );
    for (const [server, task] of [
      ['eventstore', 'access'],
      ['postgres', 'migrations'],
    ] as const) {
      assert.ok(service(task).includes(`${server}: { condition: service_healthy, required: false }`), task);
      assert.ok(service(task).includes('secrets: { condition: service_completed_successfully }'), task);
    }
  });

  it('starts its servers whichever profile is asked for', () =>
    assert.doesNotMatch(compose, /profiles: .*\$\{/, 'an empty profile counts only where no other one is asked for'));

  it("gives each server's private key to that server alone", () => {
    for (const key of ['eventstore', 'postgres'])
      assert.deepEqual(mounting(`${key}-certificate`).toSorted(), ['certificates', key]);
    assert.ok(!/"certificates:/.test(compose));
  });

  it('sees whether each part is at work, bounds what it takes, and turns its log over', () => {
    const part = /^x-part:.*\n((?: {2}.*\n)*)/m.exec(compose)?.[1] ?? '';
    assert.match(part, /healthcheck:/);
    for (const name of ['projections', 'processes', 'jobs'])
      assert.match(service(name), /command: \[.*"--heartbeat", "\/tmp\/alive"\]/);
    for (const name of ['web', 'mail', 'notary', 'eventstore', 'postgres', 'edge'])
      assert.match(service(name), /healthcheck:/, name);
    assert.doesNotMatch(
      compose,
      /^ *test: .*"node"/m,
      'a Node for each check takes more than an idle part, and is too late under load',
    );
    // The engine leaves one that it gives up where it is.
    for (const name of ['web', 'eventstore', 'edge'])
      assert.match(
        service(name),
        /"timeout", "4"|--max-time 4/,
        `${name}: its check ends before the engine gives it up`,
      );
    const bounded = /^x-bounded:.*\n((?: {2}.*\n)*)/m.exec(compose)?.[1] ?? '';
    for (const line of ['init: true', 'mem_limit:', 'pids_limit:', 'max-size:'])
      assert.ok(bounded.includes(line), line);
    for (const name of ['eventstore', 'postgres', 'clamav', 'mail', 'edge'])
      assert.match(service(name), /<<: \*bounded/);
    assert.match(compose, /^x-confined: &confined\n {2}<<: \*bounded/m);
  });

  it('runs our images without rights on what is around them, and speaks TLS alone to the servers', () => {
    const confined = /^x-confined:.*\n((?: {2}.*\n)*)/m.exec(compose)?.[1] ?? '';
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
      assert.ok(confined.includes(line), line);
    const anchors = compose.match(/^x-(part|tool): .*\n {2}<<: \*confined/gm);
    assert.equal(anchors?.length, 2);
    const ours = [...compose.matchAll(/^ {2}([a-z]+):.*\n {4}<<: \*(part|tool|tools|confined)$/gm)].map(
      ([, name = '']) => name,
    );
    // Those of others state it themselves; the scanner's own entry point changes its user.
    const others = services.filter((name) => !ours.includes(name) && name !== 'clamav');
    assert.deepEqual(others.toSorted(), ['edge', 'eventstore', 'mail', 'postgres']);
    for (const name of others)
      for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
        assert.ok(service(name).includes(line), `${name}: ${line}`);
  });
});
