import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { type Currency, formatMoney, money } from '#core/kernel/money/money.ts';
import { type Books, balanceIn } from './books.ts';

type Tally = { currency: Currency; balance: bigint; held: bigint; limit: bigint };

/** The wallets' rules a second time, in the plainest form, to audit the deciders. */
export function createWalletTally() {
  const wallets = new Map<string, Tally>();
  const references = new Set<string>();

  function move(walletId: string, event: RecordedLedgerEvent): string[] {
    const wallet = wallets.get(walletId);
    if (!wallet) return [`${event.streamId} begins with ${event.type}`];
    const problems: string[] = [];
    switch (event.type) {
      case 'WalletCredited':
        wallet.balance += event.data.amount.amount;
        break;
      case 'WalletDebited':
        wallet.balance -= event.data.amount.amount;
        break;
      case 'WalletFundsHeld':
        wallet.held += event.data.amount.amount;
        // Credit cannot be paid out.
        if (wallet.balance < wallet.held) problems.push(`${event.streamId} at revision ${event.revision} holds credit`);
        break;
      case 'WalletHoldCaptured':
        wallet.held -= event.data.amount.amount;
        wallet.balance -= event.data.amount.amount;
        break;
      case 'WalletHoldReleased':
        wallet.held -= event.data.amount.amount;
        break;
      case 'WalletCreditLimitSet':
        wallet.limit = event.data.limit.amount;
        break;
    }
    const available = wallet.balance - wallet.held + wallet.limit;
    if (available < 0n || wallet.held < 0n) {
      problems.push(
        `${event.streamId} at revision ${event.revision}: available funds fell to ${formatMoney(money(available, wallet.currency))}`,
      );
    }
    if (event.type === 'WalletCredited' || event.type === 'WalletDebited') {
      const { reference } = event.data;
      if (references.has(reference)) problems.push(`${reference} was applied twice (${event.streamId})`);
      references.add(reference);
    }
    return problems;
  }

  return {
    get size() {
      return wallets.size;
    },
    /** Applies one event; returns the rules it breaks. */
    apply(event: RecordedLedgerEvent): string[] {
      if (!event.streamId.startsWith('wallet-')) return [];
      const walletId = event.streamId.slice('wallet-'.length);
      if (event.type !== 'WalletOpened') return move(walletId, event);
      wallets.set(walletId, { currency: event.data.currency, balance: 0n, held: 0n, limit: 0n });
      return [];
    },
    /** Balance = −(wallet + held accounts), held = −(held account). */
    compareWith(books: Books): string[] {
      return [...wallets].flatMap(([walletId, { currency, balance, held }]) => {
        const own = balanceIn(books, `liabilities:wallet:${walletId}`, currency);
        const set = balanceIn(books, `liabilities:held:${walletId}`, currency);
        return balance === -(own + set) && held === -set ? [] : [`wallet-${walletId} does not agree with its accounts`];
      });
    },
  };
}
