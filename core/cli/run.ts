import { type Command, CommanderError } from 'commander';
import { isDomainError } from '#core/kernel/errors.ts';
import { EventDecodeError } from '#core/kernel/log/event-codec.ts';
import { NotaryRefusal } from '#core/proofs/notary/notary.ts';
import { CliError, EXIT, type Output } from './output.ts';
import { createProgram } from './program.ts';
import { tour } from './tour.ts';
import type { AddCommands, Workplace } from './workplace.ts';

type RunOptions = Workplace & {
  readonly output: Output & { write?(text: string): void };
  readonly addMore?: AddCommands;
};

/** Commander's words for an argument, which is then named as the help names it. */
const WRONG_ARGUMENT = /command-argument value ('.*') is invalid for argument '(.*?)'/s;

/** Runs one command line and returns its exit code; every failure is one clear message. */
export async function runCli(argv: readonly string[], options: RunOptions): Promise<number> {
  const program = createProgram(options, options.addMore);
  const note = (text: string) => options.output.note(text.trimEnd());
  for (const command of commandsOf(program)) {
    command.exitOverride().configureOutput({
      writeErr: note,
      writeOut: options.output.write ?? note,
      outputError: (text, write) => write(text.replace(WRONG_ARGUMENT, '<$2> $1 is invalid')),
    });
  }
  const { choose, output, withStore } = options;
  try {
    if (argv.length > 0) await program.parseAsync(argv, { from: 'user' });
    else if (choose) await tour({ withStore, choose, output, run: (line) => runCli(line, options) });
    else program.outputHelp();
    return EXIT.ok;
  } catch (error) {
    return exitCodeOf(options.signal.aborted ? options.signal.reason : error, note);
  }
}

const commandsOf = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsOf)];

/** Prints what went wrong. @throws unexpected errors */
function exitCodeOf(error: unknown, note: (text: string) => void): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof CliError) {
    if (error.message) note(error.message);
    return error.exitCode;
  }
  if (error instanceof NotaryRefusal) {
    note(`The head of the log was not signed. ${error.message}\nWhat to do: docs/runbooks/tamper-alarm.md`);
    return EXIT.notSound;
  }
  if (error instanceof EventDecodeError) {
    note(`${error.message}.\nIts stream cannot be trusted until somebody has looked at it.`);
    return EXIT.notSound;
  }
  if (isDomainError(error, 'unavailable')) {
    note(
      `The event store cannot be reached: ${error.details.cause ?? error.message}\nIs the stack running (npm start)? Another one is named by --eventstore.`,
    );
    return EXIT.unavailable;
  }
  if (isDomainError(error)) {
    note(error.message);
    return EXIT.notSound;
  }
  throw error;
}
