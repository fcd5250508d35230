import { rmSync } from 'node:fs';
import { lstat, open, readlink, realpath, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { TIMES } from '#core/aggregates/period/times.ts';
import { from, to } from '#core/cli/options.ts';
import { refuseFile } from '#core/cli/output.ts';
import type { Log } from '#core/cli/replay.ts';
import type { Workplace } from '#core/cli/workplace.ts';
import { beancount } from './beancount.ts';
import { writeCsv } from './csv.ts';
import { writeDatev } from './datev.ts';
import type { Range } from './entry.ts';
import { hledger } from './hledger.ts';
import { writeJournal } from './journal.ts';
import { writeJsonl } from './jsonl.ts';
import { writeSaft } from './saft.ts';

type Write = (log: Log, range: Range) => AsyncIterable<string>;

const FORMATS = {
  hledger: ({ store, output }, range) => writeJournal({ store, output }, hledger, range),
  beancount: ({ store, output }, range) => writeJournal({ store, output }, beancount, range),
  csv: writeCsv,
  jsonl: writeJsonl,
  saft: writeSaft,
  datev: writeDatev,
} as const satisfies Record<string, Write>;

/** Characters in one write; larger texts take memory that is rarely collected (rows of the bench: memory of ledger export). */
const CHUNK = 16_384;

/** `export …`: the books in another program's format. */
export function addExport(program: Command, { withStore, output, signal }: Workplace): void {
  program
    .command('export')
    .description('the books for an accountant: a journal, a table; or the whole log')
    .addOption(
      new Option('--format <format>', 'what it is written as').choices(Object.keys(FORMATS)).makeOptionMandatory(),
    )
    .addOption(from())
    .addOption(to())
    .addOption(new Option('--by <time>', 'dated by when it was recorded, or by value date').choices(TIMES))
    .option('--settings <file>', 'account numbers and whose books they are, for saft and datev')
    .option('--out <file>', 'into this file, which is whole or not there')
    .action(({ format, out, ...range }: Range & { format: keyof typeof FORMATS; out?: string }) =>
      withStore(async (store) => {
        const chunks = inChunks(FORMATS[format]({ store, output }, range));
        if (out === undefined) for await (const chunk of chunks) await output.line(chunk);
        else await writeFile(out, chunks, signal);
      }),
    );
}

/**
 * Joins pieces of text, of one line or more each, into chunks large enough for a write; without the last line's end.
 */
async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    chunk.push(piece);
    length += piece.length;
    if (length < CHUNK) continue;
    yield chunk.join('\n');
    chunk = [];
    length = 0;
  }
  if (chunk.length > 0) yield chunk.join('\n');
}

async function writeFile(given: string, chunks: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  const refuse = refuseFile(given, 'written');
  const there = await stat(given).catch(() => undefined);
  if (there !== undefined && !there.isFile()) {
    // A device or a pipe is written into, not replaced.
    const handle = await open(given, 'w').catch(refuse);
    return pipeline(chunks, ended, handle.createWriteStream()).catch(refuseSystemError(refuse));
  }
  const file = await behindLinks(given).catch(refuse);
  const partial = `${file}.partial`;
  const remove = () => rmSync(partial, { force: true });
  // Opened before anything can fail: a file that is opened later would remain.
  const handle = await open(partial, 'w', 0o600).catch(refuse);
  // On Ctrl-C nothing waits, so the handler removes the file itself.
  signal.addEventListener('abort', remove);
  try {
    await pipeline(chunks, ended, handle.createWriteStream()).catch(refuseSystemError(refuse));
    await rename(partial, file).catch(refuse);
  } finally {
    signal.removeEventListener('abort', remove);
    remove();
  }
}

/** The file itself: a link to it stays one, also where the file is not there yet. */
async function behindLinks(file: string): Promise<string> {
  const isLink = await lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
  if (!isLink) return file;
  return realpath(file).catch(async () => path.resolve(path.dirname(file), await readlink(file)));
}

/** What the disk refuses is said in words; an error of what is read passes. */
const refuseSystemError = (refuse: (error: NodeJS.ErrnoException) => never) => (error: NodeJS.ErrnoException) => {
  if (/^E(NOSPC|DQUOT|IO|PIPE|FBIG|ROFS)$/.test(error.code ?? '')) refuse(error);
  throw error;
};

async function* ended(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield `${chunk}\n`;
}
