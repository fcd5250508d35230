import { ledgerCodec, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import { describeEvent } from './describe-event.ts';
import { CliError } from './output.ts';
import type { Choice, Choose, Workplace } from './workplace.ts';

/** The newest events, in which the tour looks for examples. */
const NEWEST_EVENTS = 500;
const CHOICES_SHOWN = 12;

type Stop = {
  readonly name: string;
  readonly description: string;
  /** The command line; `thing` is chosen from the newest of that kind. */
  readonly argv: readonly string[];
  readonly thing?: 'wallet' | 'deposit' | 'order' | 'withdrawal';
};

const STOPS: readonly Stop[] = [
  {
    name: 'Where a deposit came from',
    description: 'down to its proof, and who said yes',
    argv: ['explain'],
    thing: 'deposit',
  },
  { name: 'What happened with an order', description: 'with all that followed', argv: ['trace'], thing: 'order' },
  {
    name: 'What a wallet holds, and why',
    description: 'every movement',
    argv: ['balance', '--explain'],
    thing: 'wallet',
  },
  { name: 'A wallet’s statement', description: 'as a bank would print it', argv: ['statement'], thing: 'wallet' },
  { name: 'The books', description: 'debits and credits of every account', argv: ['trial-balance'] },
  { name: 'Was anything tampered with?', description: 'recomputes every hash', argv: ['verify'] },
  { name: 'Is everything finished and in order?', description: 'the whole audit', argv: ['check'] },
  { name: 'All commands', description: 'the help', argv: ['--help'] },
];

type TourOptions = Pick<Workplace, 'withStore' | 'output'> & {
  readonly choose: Choose;
  /** Runs one command line, which itself prints what is wrong. */
  run(argv: readonly string[]): Promise<unknown>;
};

/**
 * A menu of the most frequent questions of finance. It shows each command before it runs it, so that people learn the
 * commands.
 */
export async function tour({ withStore, choose, output, run }: TourOptions): Promise<void> {
  for (;;) {
    const stop = await choose<Stop | undefined>('What would you like to know?', [
      ...STOPS.map((value) => ({ name: value.name, description: value.description, value })),
      { name: 'Nothing more', value: undefined },
    ]);
    if (!stop) return;
    const { thing, argv } = stop;
    const id = thing && (await withStore((store) => chooseThing(store, choose, thing)));
    const [command = '', ...rest] = argv;
    const line = [command, ...(id ? [id] : []), ...rest];
    const shown = `$ ledger ${line.join(' ')}`;
    await output.line(`\n${output.bold?.(shown) ?? shown}\n`);
    await run(line);
    await output.line();
  }
}

async function chooseThing(store: EventStore, choose: Choose, thing: string): Promise<string> {
  const found = new Map<string, Choice<string>>();
  for await (const stored of store.readAll({ direction: 'backwards', maxCount: NEWEST_EVENTS })) {
    if (!stored.streamId.startsWith(`${thing}-`) || found.has(stored.streamId)) continue;
    const value = stored.streamId.slice(thing.length + 1);
    const event = ledgerCodec.decode(stored);
    const details = describeEvent(thing === 'wallet' ? event : await firstOf(store, stored));
    found.set(stored.streamId, { value, name: `${value.slice(0, 8)}  ${event.type}  ${details}` });
    if (found.size >= CHOICES_SHOWN) break;
  }
  if (found.size === 0) throw new CliError(`Nothing happened to any ${thing} lately.`);
  return choose(`Which ${thing}? The newest first.`, [...found.values()]);
}

/** The first event of a paper has its name; later events may not. */
async function firstOf(store: EventStore, { streamId }: StoredEvent): Promise<RecordedLedgerEvent> {
  for await (const first of store.readStream(streamId, { maxCount: 1 })) return ledgerCodec.decode(first);
  throw new CliError(`The stream ${streamId} has no events.`);
}
