import { CommanderError } from 'commander';
import { isDomainError } from '../kernel/errors.ts';
import { EventDecodeError } from '../kernel/event-codec.ts';
import { CliError, EXIT, type Output } from './output.ts';
import { createProgram, type ProgramOptions } from './program.ts';

/** Runs one command line and returns its exit code; every failure is one clear message. */
export async function runCli(
  argv: readonly string[],
  options: ProgramOptions & { readonly output: Output & { write?(text: string): void } },
): Promise<number> {
  const program = createProgram(options);
  const note = (text: string) => options.output.note(text.trimEnd());
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({ writeErr: note, writeOut: options.output.write ?? note });
  }
  if (argv.length === 0) {
    program.outputHelp();
    return EXIT.ok;
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof CliError) {
      note(error.message);
      return error.exitCode;
    }
    if (error instanceof EventDecodeError) {
      note(`${error.message}.\nIts stream cannot be trusted until somebody has looked at it.`);
      return EXIT.notSound;
    }
    if (isDomainError(error, 'unavailable')) {
      note(
        `The event store cannot be reached: ${error.details.cause ?? error.message}\nIs the stack running (npm start)?`,
      );
      return EXIT.unavailable;
    }
    if (isDomainError(error)) {
      note(error.message);
      return EXIT.notSound;
    }
    throw error;
  }
}
