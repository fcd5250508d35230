import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';

const ROOT = path.join(import.meta.dirname, '..');

/** Imports that climb, by what is written where. */
const CLIMBING: Readonly<Record<string, string>> = {
  'bff/kit/lib/a.ts': "export * from '#bff/papers/mails/x.ts';",
  'bff/papers/b.ts': "export type B = import('#bff/shop/orders/x.ts').B;",
  'bff/identity/sign-in/c.ts': "import type { X } from '#bff/money/x.ts';\nexport type C = X;",
  'bff/money/bank/d.ts': "export const d = () => import('#bff/people/x.ts');",
  'bff/shop/cart/e.ts': "export * from '../checkout/x.ts';",
  'bff/people/support/f.ts': "import '#bff/app/app.ts';",
  'bff/office/ledger/g.ts': "export * from '#bff/outside/openapi/x.ts';",
  'bff/contract/base/h.ts': "export * from '#bff/contract/money/x.ts';",
  'bff/contract/people/i.ts': "export * from '#bff/kit/lib/x.ts';",
};
const RIGHT: Readonly<Record<string, string>> = {
  'bff/money/payouts/j.ts': "export * from '#bff/identity/accounts/x.ts';\nexport * from '#bff/money/bank/x.ts';",
  'bff/contract/shop/k.ts': "export * from '#bff/contract/base/x.ts';",
  'bff/kit/lib/l.int.test.ts': "import '#bff/papers/mails/x.ts';",
};

it('the lint rule refuses what climbs between the wings, however it is written', () => {
  const house = mkdtempSync(path.join(tmpdir(), 'wings-'));
  try {
    for (const file of ['biome.json', 'bff/wings.grit', 'core/rooms.grit'])
      cpSync(path.join(ROOT, file), path.join(house, file));
    for (const [file, text] of Object.entries({ ...CLIMBING, ...RIGHT })) {
      mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
      writeFileSync(path.join(house, file), `${text}\n`);
    }
    const biome = path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
    const { stdout } = spawnSync(
      process.execPath,
      [biome, 'lint', '--reporter=json', '--max-diagnostics=none', 'bff'],
      {
        cwd: house,
        encoding: 'utf8',
      },
    );
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: readonly { category: string; message: string; location: { path: string } }[];
    };
    const refused = diagnostics.filter(({ message }) => message.startsWith('A wing knows those before it alone'));
    assert.deepEqual(refused.map(({ location }) => location.path).sort(), Object.keys(CLIMBING).sort(), stdout);
  } finally {
    rmSync(house, { recursive: true });
  }
});
