import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';

const RULES = ['store.rules.yml', 'security.rules.yml'];
const promtool = (...args: readonly string[]) =>
  spawnSync('promtool', args, { cwd: import.meta.dirname, encoding: 'utf8' });
const read = (name: string) => readFile(path.join(import.meta.dirname, name), 'utf8');

// That each figure in them exists is in infra/proof/api/telemetry.alone.int.test.ts.
describe('the alerts', () => {
  it('have their place in the runbook, and a case in which they fire', async () => {
    const rules = (await Promise.all(RULES.map(read))).join('');
    const [runbook, tested] = [await read('../../docs/runbooks/alerts.md'), await read('rules.test.yml')];
    const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
    assert.ok(names.length > 20);
    for (const name of names) {
      assert.ok(runbook.includes(`\n## ${name}\n`), `${name} is in the runbook`);
      assert.ok(rules.includes(`runbook: docs/runbooks/alerts.md#${name.toLowerCase()}\n`), `${name} leads there`);
      assert.match(tested, new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`), `${name} fires in rules.test.yml`);
    }
  });

  const isMissing = promtool('--version').error !== undefined;
  it('fire in the cases of rules.test.yml', { skip: isMissing && 'promtool is not installed' }, () => {
    for (const args of [
      ['check', 'rules', ...RULES],
      ['test', 'rules', 'rules.test.yml'],
    ]) {
      const { status, stdout, stderr } = promtool(...args);
      assert.equal(status, 0, `${stdout}${stderr}`);
    }
  });
});
