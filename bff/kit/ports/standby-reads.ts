export type StandbyState = {
  /** The server that is read from; null while there is none. */
  readonly server: string | null;
  /** At most so far behind the primary; null while there is none. */
  readonly behindMs: number | null;
  /** Why there is none. */
  readonly problem: string | null;
};

export type StandbyReads = {
  /**
   * Runs what reads a list. The `database` of its reads is the standby where that shows everything that was committed before this call, and the
   * primary in all other cases, also from the first read on that fails.
   */
  read<Answer>(run: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly from: 'standby' | 'primary' }>;
  state(): StandbyState;
};

/** A standby that is further behind has a problem of its own: lists never wait for it. */
const BEHIND_MS = 10_000;

/** What is wrong with the standby, in words without its address; null where nothing is. */
export function standbyProblem({ server, behindMs }: StandbyState): string | null {
  if (server === null || behindMs === null) return 'away: lists are read from the primary';
  if (behindMs <= BEHIND_MS) return null;
  return `${Math.round(behindMs / 1_000)} s behind: lists are read from the primary`;
}
