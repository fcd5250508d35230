import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { withLocalStack } from './runtime.ts';

describe('a command that looks at a store', () => {
  for (const part of ['finance', 'backup', 'notary', 'projections'] as const) {
    it(`is refused where there is none, and makes none: ${part}`, async () => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'no-store-'));
      const before = process.env.GIFTLEDGER_DATA_DIR;
      process.env.GIFTLEDGER_DATA_DIR = dataDir;
      try {
        const looking = withLocalStack(part, () => assert.fail('there is nothing to look at'));
        await assert.rejects(looking, /There is no store in .*GIFTLEDGER_DATA_DIR names/);
        assert.deepEqual(await readdir(dataDir), []);
      } finally {
        if (before === undefined) delete process.env.GIFTLEDGER_DATA_DIR;
        else process.env.GIFTLEDGER_DATA_DIR = before;
        await rm(dataDir, { recursive: true });
      }
    });
  }
});
