import type { Aggregate } from '#core/kernel/commands/aggregate.ts';
import type { WalletCommand } from './commands.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { walletSnapshot } from './snapshot.ts';
import { type WalletState, walletStateBytes } from './state.ts';

export const walletAggregate: Aggregate<WalletState, WalletCommand, WalletEvent> = {
  category: 'wallet',
  decider: walletDecider,
  creates: (command) => command.type === 'OpenWallet',
  stateBytes: walletStateBytes,
  snapshot: walletSnapshot,
};
