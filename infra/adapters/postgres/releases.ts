/**
 * The releases, the oldest first: a line each. `lastMigration`: a database that has it was served by that release or a later one. `mustRun`: a
 * hard stop. Data of before are not updated past it: that release is started on them first, because later ones do not carry its migrations.
 */
export const RELEASES = [
  { version: '0.2.0', lastMigration: '0801_sign_in_attempts_in_one_call.sql', mustRun: true },
  { version: '0.3.0', lastMigration: '0850_rates_by_two.sql', mustRun: false },
] as const satisfies readonly Release[];

export type Release = { readonly version: string; readonly lastMigration: string; readonly mustRun: boolean };

/** What a database or backup has, and this program does not serve. Nothing was changed; the message says what to do. */
export class RefusedDataError extends Error {
  override readonly name: string = 'RefusedDataError';
}

export class TooOldDataError extends RefusedDataError {
  override readonly name = 'TooOldDataError';

  constructor({ version }: Pick<Release, 'version'>) {
    super(
      `This data is of a version before ${version}, and every update passes through ${version}. Nothing was changed. Start ${version} first (git checkout v${version}, or its commit “chore(release): ${version}” where a clone has no tags; then npm start, or node programs/migrations.ts where Postgres is your own; in containers its images), then this version: docs/runbooks/upgrade.md. A backup of then is restored with ${version}.`,
    );
  }
}

/** Refuses data that missed a hard stop. `applied`: the names of their migrations; a new database has none. @throws TooOldDataError */
export function requireHardStops(applied: readonly string[], releases: readonly Release[] = RELEASES): void {
  if (applied.length === 0) return;
  const missed = releases.find(({ mustRun, lastMigration }) => mustRun && !applied.includes(lastMigration));
  if (missed) throw new TooOldDataError(missed);
}
