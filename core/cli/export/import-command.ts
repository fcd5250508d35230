import type { Command } from 'commander';
import type { Output } from '../output.ts';
import { inWords, type LogSummary } from './log-lines.ts';

/** Writes the log of a file into the event store at that address. @throws CliError */
export type ImportLog = (file: string, address: string, onProgress: (events: number) => void) => Promise<LogSummary>;

/** `import …`: a log that was exported as jsonl, in an event store of its own. */
export function addImport(program: Command, { importLog, output }: { importLog: ImportLog; output: Output }): void {
  program
    .command('import')
    .description('write a log that was exported as jsonl into an empty event store')
    .argument('<file>', 'what `export --format jsonl` wrote')
    .requiredOption(
      '--to <address>',
      'the event store, esdb://…; it must be empty, or hold the first part of this file',
    )
    .action(async (file: string, { to }: { to: string }) => {
      const summary = await importLog(file, to, (events) => output.note(`${events} events written`));
      await output.line(`${inWords(summary)}: those of the file.`);
    });
}
