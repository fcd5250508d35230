const UNRELEASED = '## Unreleased';
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** A release that cannot be made: the message says why, and what to do. */
export class ReleaseProblem extends Error {
  override readonly name = 'ReleaseProblem';
}

/**
 * CHANGELOG.md with what was not released under a version and its day, and an empty section above it.
 * @param mentions what that section has to name, such as migrations that stop the store
 * @throws ReleaseProblem
 */
export function cutSection(changelog: string, version: string, day: string, mentions: readonly string[] = []): string {
  const [before, rest] = changelog.split(`${UNRELEASED}\n`, 2);
  if (before === undefined || rest === undefined) throw new ReleaseProblem(`CHANGELOG.md has no "${UNRELEASED}".`);
  if (rest.includes(`\n## ${version} `) || rest.startsWith(`## ${version} `)) {
    throw new ReleaseProblem(`CHANGELOG.md has a section of ${version} already.`);
  }
  const section = rest.split(/^## /m, 1)[0] ?? '';
  if (section.trim() === '') throw new ReleaseProblem('CHANGELOG.md has nothing that was not released.');
  const missing = mentions.filter((each) => !section.includes(each));
  if (missing.length > 0) {
    throw new ReleaseProblem(
      `CHANGELOG.md does not name the hard stops of this release: ${missing.join(', ')}. Say what an operator does.`,
    );
  }
  return `${before}${UNRELEASED}\n\n## ${version} – ${day}\n${rest}`;
}

/** @throws ReleaseProblem for what is no version, or is not after the last release */
export function requireNext(version: string, last: string | undefined): void {
  if (!VERSION.test(version)) throw new ReleaseProblem(`"${version}" is no version such as 0.2.0.`);
  if (last === undefined || compareVersions(version, last) > 0) return;
  throw new ReleaseProblem(`${version} is not after ${last}, the last release.`);
}

/** In the order in which they came, oldest first. Those that are no version come before all. */
export function compareVersions(left: string, right: string): number {
  const parts = (version: string): number[] => VERSION.exec(version)?.slice(1).map(Number) ?? [0, 0, 0];
  const [one, other] = [parts(left), parts(right)];
  return one.map((part, at) => part - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** package.json or package-lock.json with this version of our own package; all else as it was. */
export function withVersion(json: string, version: string): string {
  const packed = JSON.parse(json);
  packed.version = version;
  const own = packed.packages?.[''];
  if (own) own.version = version;
  return `${JSON.stringify(packed, null, 2)}\n`;
}
