import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { SingleBar } from 'cli-progress';

export const EXIT = { ok: 0, notSound: 1, usage: 2, unavailable: 3, interrupted: 130 } as const;

/** An error that the person can correct. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.notSound) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Makes a handler for `catch` when a file cannot be read or written. */
export const refuseFile =
  (file: string, what: 'read' | 'written' = 'read') =>
  (error: NodeJS.ErrnoException): never => {
    throw new CliError(`${file} cannot be ${what} (${error.code ?? error.message}).`, EXIT.usage);
  };

export type Output = {
  /** Width of the terminal; undefined without one: then lines are not cut. */
  readonly columns?: number | undefined;
  /** One line of the answer; resolves when the reader has room for more. */
  line(text?: string): Promise<void>;
  /** Emphasis on a terminal with colours. */
  bold?(text: string): string;
  /** A remark that is not part of the answer, so it is never written to a file. */
  note(text: string): void;
  /** Shows the progress of long work, from 0 to `total`, with its name ('Replaying'); silent without a terminal. */
  progress(total: number, what?: string): { update(value: number): void; stop(): void };
};

/**
 * Characters in one write without a terminal (row of the bench: ledger history). Texts of 128 KiB and more would go to
 * memory that is rarely collected.
 */
const CHUNK = 16_384;
/** Short replays end before a bar appears. A bar that was removed for a line comes back after the same time. */
const PROGRESS_AFTER_MS = 400;
/** The colour of a line, by the verdict it begins with. */
const COLOUR_OF_MARK = { '✓': 'green', '✗': 'red' } as const;

type Terminal = { readonly isTTY?: boolean; readonly columns?: number; hasColors?(): boolean };

/** Colours only on a terminal that supports them, unless they are disabled (NO_COLOR, FORCE_COLOR). */
export function createOutput(stdout: Writable & Terminal, stderr: Writable & Terminal) {
  const paint = (style: Parameters<typeof styleText>[0], text: string) => styleText(style, text, { stream: stdout });
  let hideBar = () => {};
  let waiting = '';
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    if (text !== '') stdout.write(text);
  };
  const output: Output = {
    // Some terminals do not know their width, and say 0.
    columns: stdout.isTTY ? stdout.columns || undefined : undefined,
    async line(text = '') {
      if (stdout.isTTY) hideBar();
      const mark = (Object.keys(COLOUR_OF_MARK) as (keyof typeof COLOUR_OF_MARK)[]).find((one) => text.startsWith(one));
      // In a pipe, the lines of one turn of the event loop are written together.
      if (waiting === '' && !stdout.isTTY) setImmediate(flush);
      waiting += `${mark ? paint(COLOUR_OF_MARK[mark], text) : text}\n`;
      if (stdout.isTTY || waiting.length >= CHUNK) flush();
      if (stdout.writableNeedDrain) await once(stdout, 'drain');
    },
    bold: (text) => paint('bold', text),
    note(text) {
      flush();
      stderr.write(`${text}\n`);
    },
    progress(total, what = 'Replaying') {
      if (!stderr.isTTY || total <= 0) return { update() {}, stop() {} };
      let quietSince = Date.now();
      let bar: SingleBar | undefined;
      const stop = () => {
        bar?.stop();
        bar = undefined;
      };
      hideBar = () => {
        quietSince = Date.now();
        stop();
      };
      return {
        update(value) {
          if (Date.now() - quietSince < PROGRESS_AFTER_MS) return;
          bar ??= startBar(stderr, what, total, value);
          bar.update(Math.min(value, total));
        },
        stop,
      };
    },
  };
  return {
    ...output,
    /** Resolves when the reader has everything; rejects when it cannot be written. */
    end: () =>
      new Promise<void>((resolve, reject) => {
        flush();
        stdout.write('', (error) => (error ? reject(error) : resolve()));
      }),
  };
}

/** A progress bar for work whose length is known once it has begun; each step of it gets another one. */
export function barOf(output: Output) {
  let shown: { readonly what: string; readonly bar: ReturnType<Output['progress']> } | undefined;
  return {
    show(what: string, done: number, total: number): void {
      if (shown?.what !== what) {
        shown?.bar.stop();
        shown = { what, bar: output.progress(total, what) };
      }
      shown.bar.update(done);
    },
    stop: () => shown?.bar.stop(),
  };
}

function startBar(stream: Writable, what: string, total: number, value: number): SingleBar {
  const bar = new SingleBar({
    format: `${what} {bar} {percentage} % · {eta_formatted} left`,
    stream: stream as NodeJS.WritableStream,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(total, value);
  return bar;
}
