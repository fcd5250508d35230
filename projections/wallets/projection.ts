import type { RecordedLedgerEvent } from '#core/events.ts';
import { categoryOf, dayOf, objectIdOf, type Projection } from '../kernel/projection.ts';
import { newRowOf, rowOf, type Table } from '../kernel/table.ts';

export type WalletRow = {
  wallet_id: string;
  customer_id: string;
  currency: string;
  balance: bigint;
  held: bigint;
  credit_limit: bigint;
  opened_at: string;
  updated_at: string;
  position: bigint;
};
export const wallets: Table<WalletRow> = {
  name: 'wallets',
  key: ['wallet_id'],
  columns: {
    wallet_id: 'uuid',
    customer_id: 'uuid',
    currency: 'text',
    balance: 'bigint',
    held: 'bigint',
    credit_limit: 'bigint',
    opened_at: 'timestamptz',
    updated_at: 'timestamptz',
    position: 'bigint',
  },
};

type WalletDayRow = { wallet_id: string; day: string; balance: bigint; held: bigint };
export const walletDays: Table<WalletDayRow> = {
  name: 'wallet_days',
  key: ['wallet_id', 'day'],
  columns: { wallet_id: 'uuid', day: 'date', balance: 'bigint', held: 'bigint' },
};

export const walletsProjection: Projection = {
  name: 'wallets',
  tableSql: new URL('table.sql', import.meta.url),
  tables: [wallets, walletDays],
  reads(event) {
    if (categoryOf(event) !== 'wallet') return [];
    const id = objectIdOf(event);
    return [event.type === 'WalletOpened' ? newRowOf(wallets, id) : rowOf(wallets, id)];
  },
  apply(event, rows) {
    if (categoryOf(event) !== 'wallet') return;
    const id = objectIdOf(event);
    const { time } = event.metadata;
    if (event.type === 'WalletOpened') {
      rows.insert(wallets, {
        wallet_id: id,
        customer_id: event.data.customerId,
        currency: event.data.currency,
        balance: 0n,
        held: 0n,
        credit_limit: 0n,
        opened_at: time,
        updated_at: time,
        position: event.position,
      });
      return;
    }
    const before = rows.require(wallets, id);
    const after = { ...evolve(event, before), updated_at: time };
    rows.update(wallets, before, after);
    const { balance, held } = after;
    if (balance !== before.balance || held !== before.held) {
      rows.put(walletDays, { wallet_id: id, day: dayOf(event), balance, held });
    }
  },
};

function evolve(event: RecordedLedgerEvent, wallet: WalletRow): WalletRow {
  switch (event.type) {
    case 'WalletCredited':
      return { ...wallet, balance: wallet.balance + event.data.amount.amount };
    case 'WalletDebited':
      return { ...wallet, balance: wallet.balance - event.data.amount.amount };
    case 'WalletFundsHeld':
      return { ...wallet, held: wallet.held + event.data.amount.amount };
    case 'WalletHoldCaptured':
      return {
        ...wallet,
        balance: wallet.balance - event.data.amount.amount,
        held: wallet.held - event.data.amount.amount,
      };
    case 'WalletHoldReleased':
      return { ...wallet, held: wallet.held - event.data.amount.amount };
    case 'WalletCreditLimitSet':
      return { ...wallet, credit_limit: event.data.limit.amount };
    default:
      // Payments that are queued or taken out of the queue move nothing.
      return wallet;
  }
}
