import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs';

/** A log that could not be written is tried again after this long. */
const RETRY_MS = 5_000;
const MAX_BYTES = 10_000_000;
const WARN_LEVELS = ['warn', 'error', 'fatal', 40, 50, 60];

export type PartLog = { readonly path: string; write(line: string): void; end(): void };

/** Writes a part's output to a file that is rotated once it is large. `say` is called when it cannot be written. */
export function openPartLog(file: string, say: (line: string) => void): PartLog {
  if (existsSync(file) && statSync(file).size > MAX_BYTES) renameSync(file, `${file}.1`);
  let stream: WriteStream | undefined;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  const open = () => {
    stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
    // A full disk must not end the supervisor; lines are lost until there is room again.
    stream.on('error', (error) => {
      failedAtMs = performance.now();
      stream = undefined;
      say(`the log ${file} cannot be written: ${error.message}`);
    });
    return stream;
  };
  return {
    path: file,
    write(line) {
      if (!stream && performance.now() - failedAtMs < RETRY_MS) return;
      (stream ?? open()).write(`${line}\n`);
    },
    end() {
      stream?.end();
      stream = undefined;
      // Nothing is written after it was closed.
      failedAtMs = Number.POSITIVE_INFINITY;
    },
  };
}

/** The warning in a log line, in words; undefined for any other line. */
export function warningOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null || !('level' in entry)) return undefined;
    if (!WARN_LEVELS.some((level) => level === entry.level)) return undefined;
    const { msg = '', err } = entry as { msg?: string; err?: { message?: string } };
    return err?.message === undefined || err.message === msg ? msg : `${msg}: ${err.message}`;
  } catch {
    return undefined;
  }
}
