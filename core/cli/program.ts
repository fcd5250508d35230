import { Argument, Command, Option } from 'commander';
import { parseAddress, parseLimit } from './arguments.ts';
import { balance, statement } from './balance.ts';
import { accountBalances, journal, trialBalance } from './books.ts';
import { check } from './check.ts';
import { addCompletion } from './completion.ts';
import { addCredit } from './credit.ts';
import { type Explained, explainFigure, parseExplained } from './explain.ts';
import { addExport } from './export/command.ts';
import { addImport } from './export/import-command.ts';
import { type HistoryOptions, history, parseTypes } from './history.ts';
import { addInvoices } from './invoices.ts';
import { findId, type Name, parseName } from './names.ts';
import { type AsOf, at, by, from, limit, to, type Within, withFormats } from './options.ts';
import { CliError, EXIT } from './output.ts';
import { addPeriods } from './periods.ts';
import { addProofs, saveStatementProof } from './proofs.ts';
import { addReconcile } from './reconcile.ts';
import { trace } from './trace.ts';
import { addWhatIf } from './what-if/command.ts';
import type { AddCommands, Place, Workplace } from './workplace.ts';

const DEFAULT_GRACE_SECONDS = 60;
const DEFAULT_EXPLAINED = 3;

/**
 * The finance command line. It reads the event store, so it is right whatever state the read models are in; `check`
 * counts the shelves in Postgres, too. Commands that need more are added by the program.
 */
export function createProgram(given: Workplace, addMore: AddCommands = () => undefined): Command {
  const program = new Command('ledger')
    .version(given.version, '--version', 'the version of this program')
    .description(
      'Replays, explains and audits the ledger. It reads the event store alone; only `admin`, `keys` and `followers --accept` change something: who may sign in, what data are sealed under, and where those who follow the log go on. `checkpoint` signs what is there, `import` fills another store, and `replay` builds copies beside it.',
    )
    .addOption(
      new Option(
        '--eventstore <url>',
        'another event store, esdb://host:2113; one with a login stands in EVENTSTORE_URL, which no list of processes shows',
      ).argParser(parseAddress),
    )
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(run with --help for examples)')
    .addHelpText(
      'after',
      `
Examples:
  ledger history --customer 3f0c --from 2026-01-01 --to 2026-03-31
  ledger history --follow
  ledger balance 7a1e --explain
  ledger statement 7a1e --from 2026-03-01 --csv > march.csv
  ledger trial-balance --at 2026-03-31
  ledger trial-balance --at 2026-03-31 --by value-date
  ledger verify
  ledger check
  ledger explain DEP-000123
  ledger trace DEP-000123
  ledger replay --until 2026-03-31 --into march && ledger diff march live
  ledger invoices --year 2026 --csv > invoices.csv
  ledger admin create ada@example.com --name 'Ada Byron' --role owner

\`npm run ledger -- …\` is the same from the checkout. Ids may be shortened to their first characters; the number on a
deposit, an order or a withdrawal does as well. Days are in UTC: --from takes the first moment of its day, --to and --at the last.
They are when it was recorded, or with --by value-date the day on which the bank received or paid it.
Exit codes: 0 all is well, 1 not found or not sound, 2 wrong usage, 3 a server cannot be reached, 130 interrupted.`,
    );

  program.hook('preAction', (_program, command) => {
    const { from, to } = command.opts<{ from?: unknown; to?: unknown }>();
    if (!(from instanceof Date && to instanceof Date) || from <= to) return;
    throw new CliError(`--from (${dayOf(from)}) is after --to (${dayOf(to)}).`, EXIT.usage);
  });
  const address = () => program.opts<{ eventstore?: string }>().eventstore;
  const onOwn = async <Result>(open: () => Promise<Result>): Promise<Result> => {
    if (address() === undefined) return open();
    throw new CliError('This command works on the configured store alone: leave --eventstore out.', EXIT.usage);
  };
  const options: Place = {
    ...given,
    withStore: (work) => given.withStore(work, address()),
    signHead: (readLog) => onOwn(() => given.signHead(readLog)),
    address,
    onOwn,
  };
  addHistory(program, options);
  addWallets(program, options);
  addBooks(program, options);
  addExport(program, options);
  addImport(program, options);
  addReconcile(program, options);
  addAudits(program, options);
  addProofs(program, options);
  addPeriods(program, options);
  addWhatIf(program, options);
  addCredit(program, options);
  addInvoices(program, options);
  addMore(program, options);
  addCompletion(program, options);
  // Of every command with `--at`. The day that runs is no later one.
  program.hook('preAction', (_, command) => {
    const { at } = command.opts<Partial<AsOf>>();
    if (at && dayOf(at) > dayOf(options.clock()))
      options.output.note(`${dayOf(at)} is in the future: the answer is that of now.`);
  });
  return program;
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);

const walletArgument = () =>
  new Argument('<wallet>', 'its id or the first characters of it, or the number of a paper on it').argParser(
    parseName('wallet'),
  );

function addHistory(program: Command, { withStore, output, signal }: Workplace): void {
  const command = program
    .command('history')
    .description('replay what happened, oldest first')
    .addOption(new Option('--stream <name>', 'one stream, e.g. wallet-<id> or DEP-000123').argParser(parseName()))
    .addOption(new Option('--customer <id>', 'everything of one customer').argParser(parseName('customer')))
    .addOption(new Option('--wallet <id>', 'everything around one wallet').argParser(parseName('wallet')))
    .addOption(new Option('--type <event...>', 'only these events, e.g. OrderPaid').argParser(parseTypes))
    .addOption(from())
    .addOption(to())
    .addOption(limit('stop after so many'))
    .addOption(new Option('--follow', 'what happens from now on, live, until Ctrl-C').conflicts('to'));
  withFormats(command).action((options: HistoryOptions) =>
    withStore((store) => history({ store, output }, signal, options)),
  );
}

function addWallets(program: Command, { withStore, output }: Workplace): void {
  const balanceCommand = program
    .command('balance')
    .description('what a wallet holds, now or then, and why')
    .addArgument(walletArgument())
    .addOption(at())
    .addOption(by())
    .option('--explain', 'every movement that led there');
  withFormats(balanceCommand, { json: 'as JSON', csv: 'the movements, comma-separated' }).action(
    (wallet: Name, options: AsOf & { explain?: boolean }) =>
      withStore(async (store) =>
        balance({ store, output }, await findId({ store, output }, 'wallet', wallet), options),
      ),
  );

  const statementCommand = program
    .command('statement')
    .description('a wallet’s account statement: opening balance, movements, closing balance')
    .addArgument(walletArgument())
    .addOption(from())
    .addOption(to())
    .addOption(by());
  withFormats(statementCommand)
    .option('--proof <file>', 'into this file, which proves it to anybody by the log’s key alone; needs Postgres')
    .action(async (wallet: Name, options: Within & { proof?: string }) => {
      if (options.proof !== undefined && options.by === 'value-date') {
        throw new CliError('A proof is of what was recorded when: it does not go by value date.', EXIT.usage);
      }
      await withStore(async (store, { withKeptLog }) => {
        const walletId = await findId({ store, output }, 'wallet', wallet);
        await statement({ store, output }, walletId, options);
        if (options.proof !== undefined) {
          await saveStatementProof({ store, output, withKeptLog }, walletId, { ...options, file: options.proof });
        }
      });
    });
}

function addBooks(program: Command, { withStore, output }: Workplace): void {
  const trialBalanceCommand = program
    .command('trial-balance')
    .description('debits and credits of every account; fails when they differ')
    .addOption(at())
    .addOption(by())
    .option('--all', 'every wallet’s account apart');
  withFormats(trialBalanceCommand).action((options: AsOf & { all?: boolean }) =>
    withStore((store) => trialBalance({ store, output }, options)),
  );

  const accountsCommand = program
    .command('accounts')
    .description('the balance of each account')
    .argument('[prefix]', 'only accounts that begin with this, e.g. income:')
    .addOption(at())
    .addOption(by());
  withFormats(accountsCommand).action((prefix: string | undefined, options: AsOf) =>
    withStore((store) => accountBalances({ store, output }, { ...options, prefix })),
  );

  const journalCommand = program
    .command('journal')
    .description('every posting of every event, for export')
    .addOption(from())
    .addOption(to())
    .addOption(by());
  withFormats(journalCommand).action((options: Within) => withStore((store) => journal({ store, output }, options)));
}

function addAudits(program: Command, { withStore, output, clock }: Workplace): void {
  program
    .command('trace')
    .description('what belongs together, as a tree of causes')
    .argument('<id>', 'a correlation, command or event id, or the id or number of an order, deposit, wallet …')
    .option('--json', 'one event a line, each with the event that caused it')
    .action((id: string, options: { json?: boolean }) => withStore((store) => trace({ store, output }, id, options)));

  program
    .command('explain')
    .description('from a figure down to its events, the papers, their proofs, and who said yes')
    .addArgument(
      new Argument(
        '<figure>',
        'a wallet, a number such as DEP-000123, GL-, WDR-, INV-, CN-, PAY- or RET-…, or an event: its id, wallet-7a1e@12, its place in the log',
      ).argParser(parseExplained),
    )
    .addOption(limit('of a wallet, so many of the newest movements of each kind').default(DEFAULT_EXPLAINED))
    .option('--json', 'the tree as JSON')
    .action((figure: Explained, options: { json?: boolean; limit: number }) =>
      withStore((store, { keptPapers: kept }) => explainFigure({ store, output }, figure, { ...options, kept })),
    );

  program
    .command('check')
    .description(
      'audit everything: chains, postings, limits, references, unfinished processes, numbers of invoices, shelves',
    )
    .addOption(
      new Option('--grace <seconds>', 'younger unfinished steps are under way, not overdue')
        .argParser(parseLimit)
        .default(DEFAULT_GRACE_SECONDS),
    )
    .option('--json', 'what was found as JSON, all problems')
    .action(({ grace, json = false }: { grace: number; json?: boolean }) =>
      withStore((store, { findWrongShelves, readIssued, readFollowers }) =>
        check(store, output, { now: clock(), graceSeconds: grace, findWrongShelves, readIssued, readFollowers, json }),
      ),
    );
}
