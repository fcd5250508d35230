import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';

/** Exit codes of the command line. */
export const EXIT = { ok: 0, notSound: 1, usage: 2, unavailable: 3 } as const;

/** What went wrong in a way that the person at the keyboard can mend. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.notSound) {
    super(message);
    this.exitCode = exitCode;
  }
}

export type Output = {
  /** One line of the answer; resolves when the reader has room for more. */
  line(text?: string): Promise<void>;
  /** A remark that is not part of the answer, so it never ends up in a file. */
  note(text: string): void;
  /** Shows progress from 0 to `total` while a long replay runs; silent where nobody watches. */
  progress(total: number): { update(value: number): void; stop(): void };
};

/** Short replays end before a bar would be worth drawing. */
const PROGRESS_AFTER_MS = 400;

export function createOutput(stdout: Writable, stderr: Writable & { isTTY?: boolean }): Output {
  return {
    async line(text = '') {
      if (!stdout.write(`${text}\n`)) await once(stdout, 'drain');
    },
    note(text) {
      stderr.write(`${text}\n`);
    },
    progress(total) {
      if (!stderr.isTTY || total <= 0) return { update() {}, stop() {} };
      const startedAt = Date.now();
      let bar: SingleBar | undefined;
      return {
        update(value) {
          if (Date.now() - startedAt < PROGRESS_AFTER_MS) return;
          if (!bar) {
            bar = new SingleBar({
              format: 'Replaying {bar} {percentage} % · {eta_formatted} left',
              stream: stderr as NodeJS.WritableStream,
              clearOnComplete: true,
              hideCursor: true,
            });
            bar.start(total, value);
          }
          bar.update(Math.min(value, total));
        },
        stop: () => bar?.stop(),
      };
    },
  };
}
