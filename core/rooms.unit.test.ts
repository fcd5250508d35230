import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';

const ROOT = path.join(import.meta.dirname, '..');

/** Imports that climb, by what is written where. */
const CLIMBING: Readonly<Record<string, string>> = {
  'core/kernel/money/a.ts': "export type A = import('#core/kernel/log/event.ts').A;",
  'core/kernel/commands/b.ts': "export * from '#core/aggregates/events.ts';",
  'core/aggregates/period/c.ts': "import type { X } from '#core/ledger/codec.ts';\nexport type C = X;",
  'core/aggregates/suspense/d.ts': "export * from '#core/aggregates/wallet/events.ts';",
  'core/aggregates/correction/e.ts': "export { hash } from 'node:crypto';",
  'core/ledger/f.ts': "export * from '#core/processes/ports.ts';",
  'core/processes/g.ts': "export const g = () => import('#core/finance/checks/books.ts');",
  'core/finance/checks/h.ts': "export * from '#core/cli/output.ts';",
  'core/proofs/notary/i.ts': "export * from '../statement.ts';",
  'core/cli/j.ts': "export * from '#infra/adapters/config/config.ts';",
  'core/cli/k.unit.test.ts': "import '#bff/app/app.ts';",
};
const RIGHT: Readonly<Record<string, string>> = {
  'core/cli/l.ts': "export * from '#core/finance/checks/books.ts';\nexport * from '#core/proofs/statement.ts';",
  'core/aggregates/wallet/m.ts': "export * from './events.ts';\nexport * from '#core/kernel/money/money.ts';",
  'core/aggregates/wallet/testing/n.ts': "export * from '#core/aggregates/testing/approval.ts';",
  'core/processes/o.int.test.ts': "import '#infra/adapters/config/config.ts';",
};

it('the lint rule refuses what climbs between the rooms of core, however it is written', () => {
  const house = mkdtempSync(path.join(tmpdir(), 'rooms-'));
  try {
    for (const file of ['biome.json', 'bff/wings.grit', 'core/rooms.grit']) {
      cpSync(path.join(ROOT, file), path.join(house, file));
    }
    for (const [file, text] of Object.entries({ ...CLIMBING, ...RIGHT })) {
      mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
      writeFileSync(path.join(house, file), `${text}\n`);
    }
    const biome = path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
    const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', 'core'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: house, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: readonly { message: string; location: { path: string } }[];
    };
    const refused = diagnostics.filter(({ message }) => message.startsWith('A room of core knows those before it'));
    assert.deepEqual(refused.map(({ location }) => location.path).sort(), Object.keys(CLIMBING).sort(), stdout);
  } finally {
    rmSync(house, { recursive: true });
  }
});
