import { storeName } from '#bff/kit/lib/seller.ts';
import { ledgerCodec, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { isDemonstration } from '#core/aggregates/settings/sections.ts';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { exampleIn } from '#core/kernel/text/examples.ts';
import {
  isOfSettings,
  NO_SETTINGS,
  type RecordedSettingsEvent,
  type Settings,
  settingsAfter,
} from '#core/ledger/settings.ts';
import { DEMONSTRATION_ACTOR } from './settings.ts';

/** What a demonstration counts of itself, by the event that each begins with. */
const COUNTED = {
  CustomerRegistered: 'customers',
  OrderPlaced: 'orders',
  DepositRequested: 'deposits',
  WithdrawalRequested: 'withdrawals',
} as const;
type Counted = (typeof COUNTED)[keyof typeof COUNTED];
type Count = { readonly all: number; readonly later: number };

export type Findings = {
  readonly name: string;
  readonly events: number;
  /** `later`: after the store was filled, by people who tried it. */
  readonly counts: Readonly<Record<Counted, Count>>;
  /** By owners. */
  readonly changes: number;
  /** Why it is not deleted, a sentence each; empty for a demonstration and nothing else. */
  readonly real: readonly string[];
};

/**
 * Looks through a whole log for what is nobody's invention. People who try a demonstration register, order and change settings; what makes a
 * store real is where money would go: an account or a seller that is no example, at any time, also of a change that waits.
 * @param filledAt when the last batch of invented history ended; null where no batch is known
 */
export async function whatIsReal(log: AsyncIterable<StoredEvent>, filledAt: Date | null): Promise<Findings> {
  let first: RecordedLedgerEvent | undefined;
  let [events, changes] = [0, 0];
  const counts = Object.fromEntries(Object.values(COUNTED).map((what) => [what, { all: 0, later: 0 }])) as Record<
    Counted,
    { all: number; later: number }
  >;
  const settingsEvents: RecordedSettingsEvent[] = [];
  for await (const stored of log) {
    const event: RecordedLedgerEvent = ledgerCodec.decode(stored);
    first ??= event;
    events += 1;
    if (isOfSettings(event)) {
      settingsEvents.push(event);
      if (event.type === 'SettingsChanged' && event.data.by !== null) changes += 1;
    }
    const what = event.type in COUNTED ? COUNTED[event.type as keyof typeof COUNTED] : undefined;
    if (what === undefined) continue;
    counts[what].all += 1;
    if (filledAt === null || Date.parse(event.metadata.time) > filledAt.getTime()) counts[what].later += 1;
  }
  const settings = settingsAfter(NO_SETTINGS, settingsEvents);
  return { name: storeName({ now: () => settings }), events, counts, changes, real: reasons(first, settings) };
}

function reasons(first: RecordedLedgerEvent | undefined, settings: Settings): string[] {
  const begins =
    first?.metadata.actor.kind === DEMONSTRATION_ACTOR.kind && first.metadata.actor.id === DEMONSTRATION_ACTOR.id;
  if (!begins) return ['Its log does not begin with the demonstration: somebody else began this store.'];
  if (!isDemonstration(settings.values)) {
    return [
      'Its log does not say that it is a demonstration. One of an earlier version says so after the next npm start.',
    ];
  }
  const told = new Set<string>();
  for (const { data } of settings.history) {
    if (!('after' in data)) continue;
    const { section, after } = data;
    if ('accounts' in after) {
      for (const { number } of after.accounts)
        if (exampleIn(number) === null)
          told.add(`The account ${number} is no example: customers may have paid into it.`);
    }
    if (section === 'seller' && 'address' in after && exampleIn(after) === null)
      told.add(`The seller ${after.name} is no example: its papers may have been sent to somebody.`);
  }
  return [...told];
}
