import type { EventOf, RecordedEvent } from '#core/kernel/log/event.ts';
import { adminEvents } from './admin/events.ts';
import { correctionEvents } from './correction/events.ts';
import { customerEvents } from './customer/events.ts';
import { depositEvents } from './deposit/events.ts';
import { orderEvents } from './order/events.ts';
import { periodEvents } from './period/events.ts';
import { settingsEvents } from './settings/events.ts';
import { suspenseEvents } from './suspense/events.ts';
import { walletEvents } from './wallet/events.ts';
import { withdrawalEvents, withdrawalUpcasters } from './withdrawal/events.ts';

/** Every event of the ledger by its type name. Projections, processes and the command line parse with it. */
export const ledgerEvents = {
  ...customerEvents,
  ...walletEvents,
  ...depositEvents,
  ...orderEvents,
  ...withdrawalEvents,
  ...adminEvents,
  ...periodEvents,
  ...suspenseEvents,
  ...correctionEvents,
  ...settingsEvents,
} as const;
/** Converts events that are stored in an older form. A type's version is one more than its number of upcasters. */
export const ledgerUpcasters = { ...withdrawalUpcasters } as const;
export type LedgerEvent = EventOf<typeof ledgerEvents>;
export type RecordedLedgerEvent = LedgerEvent extends infer Event
  ? Event extends LedgerEvent
    ? RecordedEvent<Event>
    : never
  : never;

/** The stream categories, which are also the prefixes that subscriptions filter by. */
export const CATEGORIES = [
  'customer',
  'wallet',
  'deposit',
  'order',
  'withdrawal',
  'admin',
  'period',
  'suspense',
  'correction',
  'settings',
] as const;
export type Category = (typeof CATEGORIES)[number];
export const TYPES_OF: Readonly<Record<Category, readonly string[]>> = {
  customer: Object.keys(customerEvents),
  wallet: Object.keys(walletEvents),
  deposit: Object.keys(depositEvents),
  order: Object.keys(orderEvents),
  withdrawal: Object.keys(withdrawalEvents),
  admin: Object.keys(adminEvents),
  period: Object.keys(periodEvents),
  suspense: Object.keys(suspenseEvents),
  correction: Object.keys(correctionEvents),
  settings: Object.keys(settingsEvents),
};
export const STREAM_PREFIXES = CATEGORIES.map((category) => `${category}-`);
