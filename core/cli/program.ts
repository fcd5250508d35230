import { Command, InvalidArgumentError, Option } from 'commander';
import { type LedgerEvent, ledgerEvents } from '../events.ts';
import type { EventStore } from '../kernel/event-store.ts';
import { addAdministrators, type WithAdministrators } from './administrators.ts';
import { type FormatOptions, formatOf, parseFrom, parseId, parseLimit, parseStream, parseUntil } from './arguments.ts';
import { balance, statement } from './balance.ts';
import { accountBalances, journal, trialBalance } from './books.ts';
import { check, type FindWrongShelves } from './check.ts';
import { history } from './history.ts';
import { addKeys, type WithKeys } from './keys.ts';
import type { Output } from './output.ts';
import { type By, TIMES } from './replay.ts';
import { trace } from './trace.ts';
import { verify } from './verify.ts';

export type ProgramOptions = {
  /** Opens the event store for as long as `work` lasts. */
  withStore<Result>(work: (store: EventStore, findWrongShelves: FindWrongShelves) => Promise<Result>): Promise<Result>;
  /** Opens what manages administrators for as long as `work` lasts. */
  readonly withAdministrators: WithAdministrators;
  /** Opens what changes the keys of the data for as long as `work` lasts. */
  readonly withKeys: WithKeys;
  readonly output: Output;
  readonly clock: () => Date;
};

const ANY_ID = /^[0-9a-zA-Z-]{8,64}$/;
const DEFAULT_GRACE_SECONDS = 60;

/** The finance command line: reads the event store, so it is right whatever the read models say. `admin` and `keys` alone need Postgres; `check` counts the shelves there. */
export function createProgram(options: ProgramOptions): Command {
  const program = new Command('ledger')
    .description(
      'Replays, explains and audits the ledger. It reads the event store alone; only `admin` and `keys` change something: who may sign in, and what data are sealed under.',
    )
    .showHelpAfterError('(run with --help for examples)')
    .addHelpText(
      'after',
      `
Examples:
  npm run ledger -- history --customer 3f0c… --from 2026-01-01 --to 2026-03-31
  npm run ledger -- balance 7a1e… --explain
  npm run ledger -- statement 7a1e… --from 2026-03-01 --csv > march.csv
  npm run ledger -- trial-balance --at 2026-03-31
  npm run ledger -- trial-balance --at 2026-03-31 --by value-date
  npm run ledger -- verify
  npm run ledger -- check
  npm run ledger -- trace 5b9d…
  npm run ledger -- admin create ada@example.com --name 'Ada Byron' --role owner

Days are in UTC: --from takes the first moment of its day, --to and --at the last. They are when it was recorded, or
with --by value-date the day on which the bank received or paid it.
Exit codes: 0 all is well, 1 not found or not sound, 2 wrong usage, 3 the event store cannot be reached.`,
    );

  addHistory(program, options);
  addWallets(program, options);
  addBooks(program, options);
  addAudits(program, options);
  addAdministrators(program, options);
  addKeys(program, options);
  return program;
}

const from = () => new Option('--from <date>', 'from this day or moment on').argParser(parseFrom);
const to = () => new Option('--to <date>', 'up to and including this day or moment').argParser(parseUntil);
const at = () =>
  new Option('--at <date>', 'as it stood at the end of this day, or at this moment').argParser(parseUntil);
const by = () =>
  new Option('--by <time>', 'count by when it was recorded, or by when the bank received or paid it')
    .choices(TIMES)
    .default('recorded');
const json = () => new Option('--json', 'one JSON object a line').conflicts('csv');
const csv = () => new Option('--csv', 'comma-separated, safe to open in a spreadsheet');

function addHistory(program: Command, { withStore, output }: ProgramOptions): void {
  program
    .command('history')
    .description('replay what happened, oldest first')
    .addOption(new Option('--stream <name>', 'one stream, e.g. wallet-<id>').argParser(parseStream))
    .addOption(new Option('--customer <id>', 'everything of one customer').argParser(parseId('customer')))
    .addOption(new Option('--wallet <id>', 'everything around one wallet').argParser(parseId('wallet')))
    .addOption(new Option('--type <event...>', 'only these events, e.g. OrderPaid').argParser(collectTypes))
    .addOption(from())
    .addOption(to())
    .addOption(new Option('--limit <number>', 'stop after so many').argParser(parseLimit))
    .addOption(json())
    .addOption(csv())
    .action((options: HistoryFlags) =>
      withStore((store) => history(store, output, { ...options, format: formatOf(options) })),
    );
}

function addWallets(program: Command, { withStore, output }: ProgramOptions): void {
  program
    .command('balance')
    .description('what a wallet holds, now or then, and why')
    .argument('<wallet>', 'id of the wallet', parseId('wallet'))
    .addOption(at())
    .addOption(by())
    .option('--explain', 'every movement that led there')
    .option('--json', 'as JSON, amounts in minor units')
    .action((wallet: string, options: { at?: Date; by: By; explain?: boolean; json?: boolean }) =>
      withStore((store) => balance(store, output, wallet, options)),
    );

  program
    .command('statement')
    .description('a wallet’s account statement: opening balance, movements, closing balance')
    .argument('<wallet>', 'id of the wallet', parseId('wallet'))
    .addOption(from())
    .addOption(to())
    .addOption(by())
    .addOption(json())
    .addOption(csv())
    .action((wallet: string, options: FormatOptions & { from?: Date; to?: Date; by: By }) =>
      withStore((store) => statement(store, output, wallet, { ...options, format: formatOf(options) })),
    );
}

function addBooks(program: Command, { withStore, output }: ProgramOptions): void {
  program
    .command('trial-balance')
    .description('debits and credits of every account; fails when they differ')
    .addOption(at())
    .addOption(by())
    .option('--all', 'every wallet’s account apart')
    .addOption(json())
    .addOption(csv())
    .action((options: FormatOptions & { at?: Date; by: By; all?: boolean }) =>
      withStore((store) => trialBalance(store, output, { ...options, format: formatOf(options) })),
    );

  program
    .command('accounts')
    .description('the balance of each account')
    .argument('[prefix]', 'only accounts that begin with this, e.g. income:')
    .addOption(at())
    .addOption(by())
    .addOption(json())
    .addOption(csv())
    .action((prefix: string | undefined, options: FormatOptions & { at?: Date; by: By }) =>
      withStore((store) => accountBalances(store, output, { ...options, prefix, format: formatOf(options) })),
    );

  program
    .command('journal')
    .description('every posting of every event, for export')
    .addOption(from())
    .addOption(to())
    .addOption(by())
    .addOption(json())
    .addOption(csv())
    .action((options: FormatOptions & { from?: Date; to?: Date; by: By }) =>
      withStore((store) => journal(store, output, { ...options, format: formatOf(options) })),
    );
}

function addAudits(program: Command, { withStore, output, clock }: ProgramOptions): void {
  program
    .command('trace')
    .description('what belongs together, as a tree of causes')
    .argument('<id>', 'a correlation, command or event id, or the id of an order, deposit, wallet …', parseAnyId)
    .action((id: string) => withStore((store) => trace(store, output, id)));

  program
    .command('verify')
    .description('recompute the hash chains; names the first event that was tampered with')
    .addOption(new Option('--stream <name>', 'one stream only').argParser(parseStream))
    .action((options: { stream?: string }) => withStore((store) => verify(store, output, options)));

  program
    .command('check')
    .description('audit everything: chains, postings, limits, references, unfinished processes, shelves')
    .addOption(
      new Option('--grace <seconds>', 'younger unfinished steps are under way, not overdue')
        .argParser(parseLimit)
        .default(DEFAULT_GRACE_SECONDS),
    )
    .action((options: { grace: number }) =>
      withStore((store, findWrongShelves) =>
        check(store, output, { now: clock(), graceSeconds: options.grace, findWrongShelves }),
      ),
    );
}

type HistoryFlags = FormatOptions & {
  stream?: string;
  customer?: string;
  wallet?: string;
  type?: string[];
  from?: Date;
  to?: Date;
  limit?: number;
};

const EVENT_TYPES = new Map(
  (Object.keys(ledgerEvents) as LedgerEvent['type'][]).map((type) => [type.toLowerCase(), type]),
);

function collectTypes(name: string, before: string[] | undefined): string[] {
  const type = EVENT_TYPES.get(name.toLowerCase());
  if (!type) {
    const near = [...EVENT_TYPES.values()].filter((known) => known.toLowerCase().includes(name.toLowerCase()));
    const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'See docs/events.md for all of them.';
    throw new InvalidArgumentError(`There is no event ${name}. ${hint}`);
  }
  return [...(before ?? []), type];
}

function parseAnyId(text: string): string {
  if (!ANY_ID.test(text)) throw new InvalidArgumentError('Expected an id.');
  return text;
}
