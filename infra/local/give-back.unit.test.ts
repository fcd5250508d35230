import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { giveBackWhenIdle } from './give-back.ts';

const MIB = 2 ** 20;

it('a process gives memory back when it has nothing to do, once, and again when it has grown; never while it works', () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const self = { worked: 1, mib: 200, collections: 0 };
  giveBackWhenIdle({
    workedShare: () => self.worked,
    bytes: () => self.mib * MIB,
    collect: () => {
      self.collections += 1;
      self.mib -= 50;
    },
  });
  const after = (looks: number) => {
    mock.timers.tick(looks * 5_000);
    return self.collections;
  };
  assert.equal(after(10), 0, 'a process that works is not touched');
  self.worked = 0.03;
  assert.equal(after(10), 0, 'nor one that works a little');
  self.worked = 0.01;
  assert.equal(after(1), 1);
  self.mib += 7;
  assert.equal(after(10), 1, 'what grew little is not collected again');
  self.mib += 2;
  assert.equal(after(1), 2);
  mock.timers.reset();
});
