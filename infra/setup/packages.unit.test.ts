import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { renamedNames } from '#infra/adapters/config/renamed-variables.ts';
import { variables } from '#infra/adapters/config/variables.ts';
import { placeProblem, platformProblem } from './packages.mjs';
import { PROGRAMS } from './programs.mjs';
import { GROUPS, takeFrom } from './terminal.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

describe('a platform', () => {
  const linux = { platform: 'linux', arch: 'x64', version: '20.9.0', isMusl: false, image: false };

  it('whose Node comes with the packages may have any to begin with', () => {
    assert.equal(platformProblem(linux), undefined);
    assert.equal(platformProblem({ ...linux, arch: 'arm64', version: '26.1.0' }), undefined);
  });

  it('for which none comes needs 24.7 or newer, and hears it before anything is installed', () => {
    for (const other of [
      { ...linux, platform: 'darwin', arch: 'arm64' },
      { ...linux, arch: 'riscv64' },
      { ...linux, image: true },
    ]) {
      for (const version of ['20.19.0', '22.23.3', '24.0.0', '24.6.9']) {
        assert.match(
          platformProblem({ ...other, version }) ?? '',
          /needs Node 24\.7 or newer there.*Nothing was installed/,
        );
      }
      for (const version of ['24.7.0', '24.21.0', '25.0.0', '26.12.1'])
        assert.equal(platformProblem({ ...other, version }), undefined, version);
    }
  });

  it('that nothing runs on hears where it does run', () => {
    assert.match(platformProblem({ ...linux, platform: 'win32' }) ?? '', /On Windows it runs in WSL 2/);
    assert.match(platformProblem({ ...linux, isMusl: true }) ?? '', /musl.*docker compose up/);
  });
});

describe('a folder', () => {
  it('may have blanks, letters of any language and most signs', () => {
    for (const name of ['My Projects/gift shop', "Müller & Söhne's shop (100%)", '礼品卡', 'a+b=c~;,@!'])
      assert.equal(placeProblem(`/home/ada/${name}`), undefined, name);
  });

  it('with a sign that the build cannot take is refused, by that sign, before anything is installed', () => {
    for (const sign of ['#', '?', '*', ':', '$', '"', '`', '\\'])
      assert.ok(
        placeProblem(`/home/ada/shop ${sign}1/store`)?.includes(`with the sign ${sign} in its path. Move or rename it`),
      );
  });
});

describe('the scripts of package.json', () => {
  const { scripts } = JSON.parse(read('package.json'));

  it('name the launcher, and use the shell for nothing else', () => {
    for (const [name, script] of Object.entries(scripts)) assert.equal(script, `node infra/setup/launch.cjs ${name}`);
    assert.deepEqual(Object.keys(scripts).toSorted(), Object.keys(PROGRAMS).toSorted());
  });
});

describe('the terminal’s variables', () => {
  /** What the embedded stack and its programs decide themselves. */
  const DECIDED = ['HOST'];

  it('that the table of variables has are taken by somebody, or decided', () => {
    const known = [...Object.values(GROUPS).flat(), ...DECIDED];
    assert.deepEqual(
      Object.keys(variables.shape).filter((name) => !known.includes(name)),
      [],
    );
    assert.deepEqual(
      GROUPS.SETTINGS.filter((name) => !(name in variables.shape)),
      [],
    );
  });

  it('that an older environment has are those that are refused in words', () => {
    assert.deepEqual(GROUPS.FORMER.toSorted(), renamedNames('settings').toSorted());
    const refused = renamedNames('parts', 'ledger');
    assert.deepEqual(
      GROUPS.RENAMED.filter((name) => !refused.includes(name)),
      [],
    );
    // What containers set themselves, no terminal ever had.
    const taken = [...GROUPS.RENAMED, ...GROUPS.SERVERS, 'WEB_DIR', 'HEARTBEAT_FILE'];
    assert.deepEqual(
      refused.filter((name) => !taken.includes(name)),
      [],
    );
    const compose = read('docker-compose.yml').split('x-former:')[1]?.split('\n\n')[0] ?? '';
    const named = [...compose.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name);
    assert.deepEqual(named.toSorted(), renamedNames('settings').toSorted());
  });

  it('that npm start takes are named where people read about it', () => {
    const [readme, operations] = [read('README.md'), read('docs/operations.md')];
    for (const name of GROUPS.STACK) assert.match(readme, new RegExp(`\`${name}\``), name);
    for (const name of GROUPS.SETTINGS) assert.match(operations, new RegExp(`\`${name}\``), name);
  });

  it('that say where traces go reach npm start', () => {
    const terminal = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    assert.deepEqual(takeFrom(terminal, ...PROGRAMS.start.takes), terminal);
  });

  it('send nothing for this machine through a proxy', () => {
    const { no_grpc_proxy } = takeFrom({ https_proxy: 'http://proxy:80', no_proxy: '.corp.example' }, 'PROXIES');
    assert.equal(no_grpc_proxy, '.corp.example,localhost,127.0.0.1,::1');
    assert.deepEqual(
      takeFrom({ https_proxy: 'http://proxy:80', PGHOST: 'x', HOST: 'y', npm_config_omit: 'dev' }, 'SYSTEM', 'STACK'),
      {},
    );
  });
});
