import assert from 'node:assert/strict';
import { afterEach, mock } from 'node:test';
import { act, waitFor } from '@testing-library/react';

afterEach(() => mock.restoreAll());

/** Records timers from now on. `pass(3000)` runs those that were set for exactly this delay, or that repeat at it, at once. */
export function watchTimers(): { pass: (milliseconds: number) => Promise<void> } {
  const timers = [mock.method(globalThis, 'setTimeout'), mock.method(globalThis, 'setInterval')];
  return {
    async pass(milliseconds) {
      const put = await waitFor(() => {
        const found = timers
          .flatMap((timer) => timer.mock.calls)
          .filter(({ arguments: [, delay] }) => delay === milliseconds)
          .at(-1);
        assert.ok(found, `nothing is put off by ${milliseconds} ms`);
        return found;
      });
      act(() => put.arguments[0]());
    },
  };
}
