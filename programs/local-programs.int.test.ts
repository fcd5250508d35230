import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { freePort } from '#infra/local/ports.ts';
import { identify, waitUntilGone } from '#infra/local/processes.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';

describe('a part that only the embedded stack has', async () => {
  let part: ChildProcess | undefined;
  const database = await createTestDatabase();
  const mailDir = await mkdtemp(path.join(tmpdir(), 'mains-'));
  afterEach(() => void part?.kill('SIGKILL'));
  after(async () => {
    await database.drop();
    await rm(mailDir, { recursive: true });
  });

  const metricsPort = await freePort();
  const OPTIONS = {
    'event-store.ts': ['--port', '0', '--insecure'],
    'mailbox.ts': ['--port', '0', '--smtp-port', '0', '--folder', mailDir],
  };
  for (const [entry, options] of Object.entries(OPTIONS)) {
    it(`stops in order when its starter goes away: ${entry}`, async () => {
      part = fork(path.join(import.meta.dirname, entry), options, {
        env: {
          ...process.env,
          DATABASE_URL: database.url,
          METRICS_PORT: String(metricsPort),
          NODE_TEST_CONTEXT: undefined,
        },
        silent: true,
      });
      await once(part, 'message');
      if (entry === 'event-store.ts') {
        const counts = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        assert.match(counts, /^log_position 0$[\s\S]*^log_appends_queued 0$[\s\S]*^log_writer_up 1$/m);
        assert.match(counts, /^postgres_size_bytes [1-9]\d+$[\s\S]*^postgres_pool_waiting\{pool="reads"\} 0$/m);
      }
      const running = identify(part.pid ?? 0);
      part.disconnect();
      assert.ok(await waitUntilGone([running], PATIENCE_MS));
      assert.equal(part.exitCode ?? (await once(part, 'exit'))[0], 0);
    });
  }
});
