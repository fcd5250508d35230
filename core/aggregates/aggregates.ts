import { defineAggregate } from '#core/kernel/commands/aggregate.ts';
import { adminDecider } from './admin/decider.ts';
import { adminEvents } from './admin/events.ts';
import { correctionDecider } from './correction/decider.ts';
import { correctionEvents } from './correction/events.ts';
import { customerDecider, customerStateBytes } from './customer/decider.ts';
import { customerEvents } from './customer/events.ts';
import { depositDecider } from './deposit/decider.ts';
import { depositEvents } from './deposit/events.ts';
import { orderDecider } from './order/decider.ts';
import { orderEvents } from './order/events.ts';
import { periodDecider } from './period/decider.ts';
import { PERIODS_ID, periodEvents } from './period/events.ts';
import { settingsDecider } from './settings/decider.ts';
import { SETTINGS_ID, settingsEvents } from './settings/events.ts';
import { readNewer } from './settings/read-newer.ts';
import { suspenseDecider } from './suspense/decider.ts';
import { suspenseEvents } from './suspense/events.ts';
import { suspenseIdOf } from './suspense/line-stream.ts';
import { walletDecider } from './wallet/decider.ts';
import { walletEvents } from './wallet/events.ts';
import { walletSnapshot } from './wallet/snapshot.ts';
import { walletStateBytes } from './wallet/state.ts';
import { withdrawalDecider } from './withdrawal/decider.ts';
import { withdrawalEvents, withdrawalUpcasters } from './withdrawal/events.ts';

/**
 * Every aggregate: its events, what decides its commands, and their streams. Commands, events, categories and routes
 * follow from this table.
 */
export const AGGREGATES = {
  customer: defineAggregate({
    category: 'customer',
    events: customerEvents,
    decider: customerDecider,
    creates: ({ type }) => type === 'RegisterCustomer',
    idOf: ({ customerId }) => customerId,
    stateBytes: customerStateBytes,
  }),
  wallet: defineAggregate({
    category: 'wallet',
    events: walletEvents,
    decider: walletDecider,
    creates: ({ type }) => type === 'OpenWallet',
    idOf: ({ walletId }) => walletId,
    stateBytes: walletStateBytes,
    snapshot: walletSnapshot,
  }),
  deposit: defineAggregate({
    category: 'deposit',
    events: depositEvents,
    decider: depositDecider,
    creates: ({ type }) => type === 'RequestDeposit',
    idOf: ({ depositId }) => depositId,
  }),
  order: defineAggregate({
    category: 'order',
    events: orderEvents,
    decider: orderDecider,
    creates: ({ type }) => type === 'PlaceOrder',
    idOf: ({ orderId }) => orderId,
    stateBytes: () => 8_000,
  }),
  withdrawal: defineAggregate({
    category: 'withdrawal',
    events: withdrawalEvents,
    upcasters: withdrawalUpcasters,
    decider: withdrawalDecider,
    creates: ({ type }) => type === 'RequestWithdrawal',
    idOf: ({ withdrawalId }) => withdrawalId,
  }),
  admin: defineAggregate({
    category: 'admin',
    events: adminEvents,
    decider: adminDecider,
    isStateless: true,
    idOf: ({ administratorId }) => administratorId,
  }),
  period: defineAggregate({
    category: 'period',
    events: periodEvents,
    decider: periodDecider,
    idOf: () => PERIODS_ID,
  }),
  suspense: defineAggregate({
    category: 'suspense',
    events: suspenseEvents,
    decider: suspenseDecider,
    idOf: ({ lineId }) => suspenseIdOf(lineId),
  }),
  correction: defineAggregate({
    category: 'correction',
    events: correctionEvents,
    decider: correctionDecider,
    idOf: ({ correctionId }) => correctionId,
  }),
  settings: defineAggregate({
    category: 'settings',
    events: settingsEvents,
    readNewer,
    decider: settingsDecider,
    idOf: () => SETTINGS_ID,
  }),
} as const;
