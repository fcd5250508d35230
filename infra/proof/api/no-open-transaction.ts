import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { isKept } from '#bff/identity/audit/keep-record.ts';
import type { BffDeps } from '#bff/kit/deps.ts';

type Guarded = Pick<BffDeps, 'database' | 'ledger' | 'mails'>;

/**
 * The same parts, except that a mail, or a command that books what happens outside the ledger, fails where it is sent within a transaction:
 * that would wait for another server, and keep a connection that others wait for. The change is committed first, with what books it
 * (`keptTransaction`). Commands about money may be sent under an advisory lock (`bff/kit/tables/lock.ts`).
 */
export function withoutOpenTransactions({ database, ledger, mails }: Guarded): Guarded {
  const within = new AsyncLocalStorage<{ isOpen: boolean }>();
  const requireNone = (what: string) => {
    assert.ok(!within.getStore()?.isOpen, `${what} is sent while a transaction is open`);
  };
  return {
    database: {
      ...database,
      transaction: (work, ...more) =>
        database.transaction(
          async (open) => {
            // What a timer that was started within it does later is done outside of it.
            const state = { isOpen: true };
            try {
              return await within.run(state, () => work(open));
            } finally {
              state.isOpen = false;
            }
          },
          ...more,
        ),
    },
    ledger: {
      ...ledger,
      execute(command, context) {
        if (isKept(command)) requireNone(command.type);
        return ledger.execute(command, context);
      },
    },
    mails: {
      ...mails,
      send(kind, ...mail) {
        requireNone(`a mail ${kind}`);
        return mails.send(kind, ...mail);
      },
    },
  };
}
