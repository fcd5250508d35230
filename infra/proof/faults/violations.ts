/** Violations of what must always be true, as they are found; the run ends with a list of them. */
export type Violations = { add(what: string): void; readonly all: readonly string[] };

export function createViolations(say: (line: string) => void): Violations {
  const all: string[] = [];
  return {
    all,
    add(what) {
      all.push(what);
      say(`✗ ${what}`);
    },
  };
}
