import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { ToastMessage } from '#web/lib/toast/toast.ts';
import { createToastQueue } from './toast-queue.ts';

describe('messages that come at once', () => {
  const start = () => {
    const open: { title: string; close: () => void }[] = [];
    const said: string[] = [];
    const queue = createToastQueue(({ title }, onClosed) => {
      const entry = {
        title,
        close: () => {
          if (!open.includes(entry)) return;
          open.splice(open.indexOf(entry), 1);
          onClosed();
        },
      };
      open.push(entry);
      said.push(title);
      return entry.close;
    });
    const say = (kind: ToastMessage['kind'], title: string) => queue.add({ kind, title });
    return {
      say,
      said,
      settle: queue.settle,
      shown: () => open.map(({ title }) => title),
      close: () => open[0]?.close(),
    };
  };

  it('given a success, when another follows, then that takes its place', () => {
    const { say, shown } = start();
    say('success', 'first');
    say('info', 'second');
    assert.deepEqual(shown(), ['second']);
  });

  it('given an error, when others follow, then each error is read, one after the other, and then what else is new', () => {
    const { say, shown, said, close } = start();
    say('error', 'first');
    say('success', 'stale');
    say('success', 'news');
    say('error', 'second');
    assert.deepEqual(shown(), ['first']);
    close();
    assert.deepEqual(shown(), ['second']);
    close();
    assert.deepEqual(shown(), ['news']);
    close();
    assert.deepEqual(said, ['first', 'second', 'news']);
  });

  it('given an error, when another waits, then it makes way once it could be read', () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    try {
      const { say, shown } = start();
      say('error', 'first');
      mock.timers.tick(1_000);
      say('error', 'second');
      mock.timers.tick(2_900);
      assert.deepEqual(shown(), ['first']);
      mock.timers.tick(200);
      assert.deepEqual(shown(), ['second']);
      mock.timers.tick(60_000);
      assert.deepEqual(shown(), ['second'], 'nothing waits: how long it stays is not the queue’s to say');
    } finally {
      mock.timers.reset();
    }
  });

  it('given an error, when what failed succeeds without a message, then the error goes once it could be read', () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    try {
      const { say, shown, settle } = start();
      say('error', 'Please upload at least one document.');
      mock.timers.tick(3_000);
      settle();
      assert.deepEqual(shown(), ['Please upload at least one document.']);
      mock.timers.tick(1_100);
      assert.deepEqual(shown(), []);
      say('success', 'done');
      settle();
      mock.timers.tick(60_000);
      assert.deepEqual(shown(), ['done'], 'only errors are over');
    } finally {
      mock.timers.reset();
    }
  });

  it('given an error that fades, when it comes again, then it shows again', () => {
    const { say, shown, said, close } = start();
    say('error', 'no answer');
    say('error', 'no answer');
    assert.deepEqual(said, ['no answer'], 'once while it shows');
    close();
    assert.deepEqual(shown(), []);
    say('error', 'no answer');
    assert.deepEqual(shown(), ['no answer']);
  });

  it('given a success, when an error follows, then it shows at once', () => {
    const { say, shown } = start();
    say('success', 'done');
    say('error', 'failed');
    assert.deepEqual(shown(), ['failed']);
  });
});
