/** What must never happen, as it is found; the run ends with all of them. */
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
