import { InvalidArgumentError } from 'commander';
import { CATEGORIES, type Category, type LedgerEvent } from '#core/aggregates/events.ts';
import { isCanonicalUuid } from '#core/kernel/commands/ids.ts';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import { idOf } from '#core/processes/reaction.ts';
import { numberIn } from './document-numbers.ts';
import { createNearest } from './nearest.ts';
import { CliError } from './output.ts';
import { find, type Log, replayStored } from './replay.ts';

/** First characters of an id. Fewer would match half of the log. */
const BEGINNING = /^[0-9a-f]{4,8}(-[0-9a-f]{0,4}){0,3}(-[0-9a-f]{0,12})?$/;
/** Numbers of papers: DEP-000123, GL-100042, WDR-000007. */
const NUMBER = /^(dep|gl|wdr)-[0-9a-z]+$/;
/** The return of a line in suspense, by the beginning of its stream's id: RET-5F3A9C0B1D. */
const RETURN = /^ret-([0-9a-f]{8})([0-9a-f]{2})$/;
/** The event that gives a deposit, an order or a withdrawal its number, by the number's prefix. */
const NUMBERING = {
  DEP: 'DepositRequested',
  GL: 'OrderPlaced',
  WDR: 'WithdrawalRequested',
} as const satisfies Record<string, LedgerEvent['type']>;
const MAX_MEANT_SHOWN = 5;

/** How people name a thing: by its id or the first characters of it, by its stream, or by the number on a paper. */
export type Name =
  | { readonly kind: 'id'; readonly category: Category | undefined; readonly beginning: string }
  | { readonly kind: 'number'; readonly number: string };

/** For a thing of this category, or of any. @throws InvalidArgumentError */
export function parseName(wanted?: Category) {
  return (text: string): Name => {
    const name = text.trim().toLowerCase();
    const named = CATEGORIES.find((category) => name.startsWith(`${category}-`));
    const beginning = named ? name.slice(named.length + 1) : name;
    if (BEGINNING.test(beginning) && (!named || !wanted || named === wanted)) {
      return { kind: 'id', category: named ?? wanted, beginning };
    }
    const [, first, second] = (!named && RETURN.exec(name)) || [];
    if (first && (!wanted || wanted === 'suspense')) {
      return { kind: 'id', category: 'suspense', beginning: `${first}-${second}` };
    }
    if (!named && NUMBER.test(name)) return { kind: 'number', number: name.toUpperCase() };
    if (name.includes('@')) {
      throw new InvalidArgumentError(
        'The log holds no e-mail addresses, so that a person can be forgotten. Find the customer in the back office under Users and take the id from there.',
      );
    }
    const expected = wanted
      ? `the id of a ${wanted}, such as 0b8a6f4e-3c1d-4e5f-9a7b-2c3d4e5f6a7b`
      : 'a stream such as wallet-<id>';
    throw new InvalidArgumentError(`Expected ${expected}, its first characters, or a number such as DEP-000123.`);
  };
}

/** @throws CliError when it matches nothing or several, with the matches or similar names */
export async function findId(log: Log, category: Category, name: Name): Promise<string> {
  if (name.kind === 'id') return idOf(await findByBeginning(log, [category], name.beginning));
  const document = await findByNumber(log, name.number);
  if (document.streamId.startsWith(`${category}-`)) return idOf(document.streamId);
  const named = (document.data as Readonly<Record<string, unknown>>)[`${category}Id`];
  if (typeof named === 'string') return named;
  throw new CliError(`${name.number} is the number of ${document.streamId}, which names no ${category}.`);
}

/** @throws as `findId` */
export async function findStream(log: Log, name: Name): Promise<string> {
  if (name.kind === 'number') return (await findByNumber(log, name.number)).streamId;
  return findByBeginning(log, name.category ? [name.category] : CATEGORIES, name.beginning);
}

async function findByBeginning(log: Log, categories: readonly Category[], beginning: string): Promise<string> {
  const whole = isCanonicalUuid(beginning) ? await streamOf(log.store, categories, beginning) : undefined;
  if (whole) return whole;
  const meant = new Set<string>();
  const streams = categories.map((category) => `${category}-${beginning}`);
  for await (const { streamId } of find(log, { only: { streams } })) meant.add(streamId);
  const [only, other] = meant;
  if (only !== undefined && other === undefined) return only;
  const what = categories.length === 1 ? categories[0] : 'stream';
  if (only !== undefined) {
    const shown = [...meant].slice(0, MAX_MEANT_SHOWN);
    const rest = meant.size - shown.length;
    throw new CliError(
      `${beginning} begins the id of more than one ${what}: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. Write more of it.`,
    );
  }
  throw new CliError(`There is no ${what} ${beginning}.${didYouMean(await nearestStream(log, categories, beginning))}`);
}

/** The stream with this id, in one of these categories. */
export async function streamOf(
  store: EventStore,
  categories: readonly Category[],
  id: string,
): Promise<string | undefined> {
  for (const category of categories) {
    for await (const { streamId } of store.readStream(`${category}-${id}`, { maxCount: 1 })) return streamId;
  }
  return undefined;
}

async function nearestStream(
  log: Log,
  categories: readonly Category[],
  beginning: string,
): Promise<string | undefined> {
  const nearest = createNearest(beginning);
  for await (const { streamId, revision } of replayStored(log)) {
    if (revision !== 0n || !categories.some((category) => streamId.startsWith(`${category}-`))) continue;
    nearest.look(streamId, idOf(streamId).slice(0, beginning.length));
  }
  return nearest.found;
}

async function findByNumber(log: Log, number: string): Promise<StoredEvent> {
  const kind = number.slice(0, number.indexOf('-')) as keyof typeof NUMBERING;
  for await (const event of find(log, { only: { types: [NUMBERING[kind]] } })) {
    if (numberIn(event) === number) return event;
  }
  const nearest = createNearest(number);
  for await (const event of find(log, { only: { types: Object.values(NUMBERING) } })) {
    const found = numberIn(event);
    if (found?.toUpperCase() === number) return event;
    if (found !== undefined) nearest.look(found);
  }
  throw new CliError(`No deposit, order or withdrawal has the number ${number}.${didYouMean(nearest.found)}`);
}

export const didYouMean = (near: string | undefined): string => (near === undefined ? '' : ` Did you mean ${near}?`);
