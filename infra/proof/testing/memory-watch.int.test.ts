import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { watchMemory } from './memory-watch.ts';

const HOLD = "globalThis.held = Buffer.alloc(300_000_000, 1); console.log('held'); setInterval(() => {}, 1e9)";

it('the largest process below this one is named and ended when the memory is about to be full', async (context) => {
  if (process.platform !== 'linux') return context.diagnostic('not tried: only Linux says what a process holds');
  // As a process of a process, because a test starts programs that start others.
  const run = `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(HOLD)}], { stdio: 'inherit' });
    child.once('exit', (_code, signal) => { process.exitCode = signal === 'SIGKILL' ? 7 : 1 })`;
  const child = spawn(process.execPath, ['-e', run], { stdio: ['ignore', 'pipe', 'inherit'] });
  context.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  const said: string[] = [];
  // Any machine has less than all of its memory left.
  const stop = watchMemory((line) => said.push(line), 1);
  const [code] = await ended;
  stop();
  assert.equal(code, 7);
  assert.match(
    said.join('\n'),
    /^Only \d+ MiB of memory are left[\s\S]*MiB {2}\d+ {2}[\s\S]*of these tests is ended: .*held/,
  );
});
