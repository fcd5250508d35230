import { setTimeout as delay } from 'node:timers/promises';
import { ledgerCodec } from '#core/aggregates/events.ts';
import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import { followUpCommandId } from '#core/kernel/commands/ids.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { CheckpointPort } from '#core/kernel/following/checkpoint.ts';
import { type LogPlace, placeOf, problemOfPlace } from '#core/kernel/following/log-place.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import type { Ledger } from '#core/ledger/ledger.ts';
import { rulesOf, soldSince } from '#core/ledger/rules.ts';
import type { Settings, SettingsReader } from '#core/ledger/settings.ts';
import { openWallets } from './deposits.ts';
import type { EventOfType } from './reaction.ts';

const RETRY_MS = 5_000;
/** Wallets. */
export const AT_A_TIME = 50;

type Options = {
  readonly store: EventStore;
  readonly ledger: Ledger;
  readonly currencies: readonly Currency[];
  checkpointOf(currency: Currency): CheckpointPort;
  readonly logger: Logger;
  readonly signal: AbortSignal;
};

/**
 * A currency is offered for the first time → its wallet for every customer who registered before. `openWallets` follows
 * the log and has passed their registrations. It runs once for each currency, and again from the beginning after a
 * failure, because opening a wallet twice changes nothing. Resolves when it is done or `signal` is aborted.
 */
export async function openNewCurrencies(options: Options): Promise<void> {
  const { currencies, checkpointOf, logger, signal } = options;
  while (!signal.aborted) {
    try {
      for (const currency of currencies) {
        const checkpoint = checkpointOf(currency);
        const done = await checkpoint.load();
        // In a log that was set back, the wallets that were opened may be gone.
        const isDone = done !== null && (await problemOfPlace(options.store, done)) === null;
        if (!isDone) await checkpoint.save(await openForEverybody(currency, options));
      }
      return;
    } catch (error) {
      logger.warn({ err: error }, 'the wallets of a new currency are not all open yet: trying again');
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

type Sold = Omit<Options, 'currencies' | 'checkpointOf'> & {
  readonly settings: SettingsReader;
  checkpointOf(name: string): CheckpointPort;
};

/**
 * The same for the currencies of the settings, as often as these change, until `signal` is aborted. A currency that is put on sale once more is
 * opened once more, because those who registered meanwhile have no wallet in it.
 */
export async function openSoldCurrencies({ settings, checkpointOf, ...options }: Sold): Promise<void> {
  let seen: number | null = null;
  for (; !options.signal.aborted; await delay(RETRY_MS, undefined, { signal: options.signal }).catch(() => undefined)) {
    const now = readNow(settings);
    if (!now || now.version === seen) continue;
    const nameOf = (currency: Currency) => {
      const since = soldSince(now, currency);
      return `open-wallets:${currency}${since === 0 ? '' : `:${since}`}`;
    };
    await openNewCurrencies({
      ...options,
      currencies: rulesOf(now).currencies,
      checkpointOf: (currency) => checkpointOf(nameOf(currency)),
    });
    seen = now.version;
  }
}

/** Null while they cannot be read: looked at again. */
function readNow(settings: SettingsReader): Settings | null {
  try {
    return settings.now();
  } catch (error) {
    if (isDomainError(error, 'unavailable')) return null;
    throw error;
  }
}

/** Returns the place up to which it read. */
async function openForEverybody(currency: Currency, { store, ledger, logger }: Options): Promise<LogPlace> {
  // Customers who were erased get no wallet. They are few, while registrations are read twice so as not to be held.
  const erased = new Set<string>();
  let place: LogPlace = { position: 0n, event: null };
  for await (const stored of store.readAll({ prefixes: ['customer-'] })) {
    place = placeOf(stored);
    if (stored.type === 'CustomerErased') erased.add(stored.streamId);
  }
  let customers = 0;
  let waiting: EventOfType<'CustomerRegistered'>[] = [];
  const openWaiting = async () => {
    customers += waiting.length;
    await Promise.all(waiting.map((event) => open(event)));
    waiting = [];
  };
  for await (const stored of store.readAll({ prefixes: ['customer-'] })) {
    if (stored.position > place.position) break;
    if (stored.type !== 'CustomerRegistered' || erased.has(stored.streamId)) continue;
    const event = ledgerCodec.decode(stored);
    if (event.type === 'CustomerRegistered') waiting.push(event);
    if (waiting.length === AT_A_TIME) await openWaiting();
  }
  await openWaiting();
  logger.info({ currency, customers }, 'every customer has a wallet in this currency');
  return place;

  function open({ id, data: { customerId }, metadata }: EventOfType<'CustomerRegistered'>) {
    return ledger.execute(
      { type: 'OpenWallet', walletId: walletIdOf(customerId, currency), customerId, currency },
      {
        commandId: followUpCommandId(id, openWallets.name, currency),
        correlationId: metadata.correlationId,
        causationId: id,
        actor: { kind: 'system', id: openWallets.name },
      },
    );
  }
}
