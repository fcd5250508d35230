import { access, constants } from 'node:fs/promises';
import type { Command } from 'commander';
import { barOf, refuseFile } from '#core/cli/output.ts';
import type { Workplace } from '#core/cli/workplace.ts';
import { inWords } from '#core/kernel/log/log-lines.ts';

/** `import …`: restores a log that was exported as jsonl into an event store of its own. */
export function addImport(program: Command, { importLog, output }: Workplace): void {
  program
    .command('import')
    .description('write a log that was exported as jsonl into an empty event store')
    .argument('<file>', 'what `export --format jsonl` wrote')
    .requiredOption(
      '--to <address>',
      'the event store, esdb://…; it must be empty, or hold the first part of this file',
    )
    .action(async (file: string, { to }: { to: string }) => {
      await access(file, constants.R_OK).catch(refuseFile(file));
      const bar = barOf(output);
      const summary = await importLog(file, to, bar.show).finally(bar.stop);
      await output.line(`${inWords(summary)}: those of the file.`);
    });
}
