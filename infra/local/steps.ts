import { styleText } from 'node:util';

const LABEL_WIDTH = 44;
const TIME_WIDTH = 8;

export type Steps = ReturnType<typeof createSteps>;

/** Prints each step of a start and the time it took, when it ends. Several may run at once. */
export function createSteps(write: (text: string) => void, isTerminal: boolean) {
  const start = performance.now();
  const running = new Set<string>();

  function showRunning(): void {
    if (isTerminal && running.size > 0) write(`\r\x1b[2K${styleText('dim', `  … ${[...running].join(', ')}`)}`);
  }
  function print(line: string): void {
    write(`${isTerminal ? '\r\x1b[2K' : ''}${line}\n`);
    showRunning();
  }

  return {
    print,
    /** Runs one step; `done` may give a longer text once the result is known. Errors are passed on. */
    async step<T>(label: string, work: () => Promise<T>, done: (result: T) => string = () => label): Promise<T> {
      running.add(label);
      showRunning();
      const begun = performance.now();
      try {
        const result = await work();
        running.delete(label);
        print(
          `  ${styleText('green', '✓')} ${done(result).padEnd(LABEL_WIDTH)}${seconds(performance.now() - begun).padStart(TIME_WIDTH)}`,
        );
        return result;
      } catch (error) {
        running.delete(label);
        print(`  ${styleText('red', '✗')} ${label}`);
        throw error;
      }
    },
    /** Time since the first step began. */
    total: () => seconds(performance.now() - start),
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
