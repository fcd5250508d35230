import type { RecordedLedgerEvent } from '#core/events.ts';
import type { RowOf } from '../kernel/columns.ts';
import { categoryOf, dayOf, objectIdOf, type Projection } from '../kernel/projection.ts';
import { rowOf } from '../kernel/table.ts';
import { walletDays, wallets } from './table.ts';

type WalletRow = RowOf<typeof wallets.columns>;

export const walletsProjection: Projection = {
  name: 'wallets',
  tables: [wallets, walletDays],
  reads(event) {
    if (categoryOf(event) !== 'wallet') return [];
    const id = objectIdOf(event);
    return [rowOf(wallets, id)];
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
        opened_at: time,
        updated_at: time,
        position: event.position,
      });
      return;
    }
    const before = rows.require(wallets, id);
    const after = { ...evolve(event, before), updated_at: time };
    rows.put(wallets, after);
    const { balance, held, credit_limit } = after;
    if (balance !== before.balance || held !== before.held || credit_limit !== before.credit_limit) {
      rows.put(walletDays, { wallet_id: id, day: dayOf(event), balance, held, credit_limit });
    }
  },
};

const NO_PROPOSAL = { proposed_limit: null, proposed_by: null, proposed_at: null } as const;

function evolve(event: RecordedLedgerEvent, wallet: WalletRow): WalletRow {
  const { balance, held } = wallet;
  switch (event.type) {
    case 'WalletCredited':
      return { ...wallet, balance: balance + event.data.amount.amount };
    case 'WalletDebited':
      return { ...wallet, balance: balance - event.data.amount.amount };
    case 'WalletFundsHeld':
      return { ...wallet, held: held + event.data.amount.amount };
    case 'WalletHoldCaptured':
      return { ...wallet, balance: balance - event.data.amount.amount, held: held - event.data.amount.amount };
    case 'WalletHoldReleased':
      return { ...wallet, held: held - event.data.amount.amount };
    case 'WalletCreditLimitSet':
      return { ...wallet, ...NO_PROPOSAL, credit_limit: event.data.limit.amount };
    case 'WalletCreditLimitProposed': {
      const { limit, by } = event.data;
      return { ...wallet, proposed_limit: limit.amount, proposed_by: by, proposed_at: event.metadata.time };
    }
    case 'WalletCreditLimitRejected':
      return { ...wallet, ...NO_PROPOSAL };
    default:
      // Payments that enter or leave the queue move nothing.
      return wallet;
  }
}
