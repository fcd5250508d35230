import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, it } from 'node:test';

const COMMANDS = {
  seed: 'programs/seed.ts',
  bench: 'infra/proof/bench/main.ts',
  conformance: 'infra/proof/conformance/main.ts',
  faults: 'infra/proof/faults/main.ts',
  screens: 'web/e2e/screens.ts',
  client: 'programs/client.ts',
};
const ROOT = path.join(import.meta.dirname, '../../..');

describe('a command', () => {
  for (const [name, entry] of Object.entries(COMMANDS)) {
    const run = (option: string) =>
      spawnSync(process.execPath, [path.join(ROOT, entry), option], { encoding: 'utf8', cwd: ROOT });

    it(`tells how it is used: ${name}`, () => {
      const { status, stdout } = run('--help');
      assert.equal(status, 0);
      assert.match(stdout, new RegExp(`^npm run ${name} -- \\[`));
    });

    it(`tells a mistyped option in words: ${name}`, () => {
      const { status, stderr } = run('--mistyped');
      assert.equal(status, 2);
      assert.match(stderr, new RegExp(`^Unknown option '--mistyped'.*\\n\\nnpm run ${name} -- \\[`));
    });
  }

  it('writes no published password where other people are: seed', () => {
    const env = {
      ...process.env,
      DATABASE_URL: 'postgresql://app@db.example.com:5432/giftledger',
      EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
      SMTP_URL: 'smtp://127.0.0.1:1',
      JWT_SECRET: 'a'.repeat(32),
      ADMIN_JWT_SECRET: 'b'.repeat(32),
      DATA_ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    };
    const { status, stderr } = spawnSync(process.execPath, [path.join(ROOT, COMMANDS.seed)], {
      encoding: 'utf8',
      cwd: ROOT,
      env,
    });
    assert.equal(status, 1);
    assert.match(stderr, /published passwords.*not on this machine\. Nothing was written/);
  });
});
