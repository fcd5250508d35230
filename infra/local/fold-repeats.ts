const QUIET_MS = 30_000;
const MAX_REMEMBERED = 200;

/**
 * Prints a line at once, and its repetitions only after a while: when a server is away, all its users report it many
 * times.
 */
export function foldRepeats(say: (line: string) => void, now: () => number = Date.now): (line: string) => void {
  const said = new Map<string, { atMs: number; folded: number }>();
  return (line) => {
    const last = said.get(line);
    if (last && now() - last.atMs < QUIET_MS) {
      last.folded += 1;
      return;
    }
    say(last && last.folded > 0 ? `${line} (${last.folded} times more)` : line);
    said.delete(line);
    said.set(line, { atMs: now(), folded: 0 });
    const oldest = said.keys().next().value;
    if (said.size > MAX_REMEMBERED && oldest !== undefined) said.delete(oldest);
  };
}
