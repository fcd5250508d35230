// `npm run release -- --version X`: makes a release of what is committed. CONTRIBUTING.md (Releases) says how.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EVENT_VERSIONS } from '#core/aggregates/events.ts';
import { readOptions, wholeOption } from '#infra/adapters/config/command-options.ts';
import { RELEASES, type Release } from '#infra/adapters/postgres/releases.ts';
import { readMigrations } from '#infra/adapters/postgres/schema-files.ts';
import { directivesOf } from '#infra/adapters/postgres/statements.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { startRunCluster, TEST_CLUSTER_VARIABLE } from '../testing/cluster.ts';
import { compareVersions, cutSection, ReleaseProblem, requireNext, withVersion } from './cut-section.ts';
import { listFixtures, makeFixture, migrationsOf, readFixture } from './fixture.ts';

const USAGE = `npm run release -- --version 0.2.0
npm run release -- --fixture 0.2.0
npm run release -- --beside v0.2.0 [--seconds 30]

--version  makes a release: what is committed is verified, CHANGELOG.md gets its section, package.json its number, and the
           data of a small store become its fixture. Nothing is committed: the command says what to do then.
--fixture  writes the fixture of a version again, and nothing else
--beside   runs an earlier version (a tag or a commit) under load, migrates its stores, and runs this one beside it, as a rolling
           restart does`;

const values = readOptions(USAGE, {
  version: { type: 'string' },
  fixture: { type: 'string' },
  beside: { type: 'string' },
  seconds: { type: 'string', default: '30' },
});

try {
  if (values.version !== undefined) await release(values.version);
  else if (values.fixture !== undefined) await writeFixture(values.fixture);
  else if (values.beside !== undefined) process.exitCode = await beside(values.beside);
  else {
    console.error(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  if (!(error instanceof ReleaseProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
// A running event-store client would keep the process open.
process.exit();

async function release(version: string): Promise<void> {
  requireNext(
    version,
    git('tag', '--list', 'v*')
      .map((tag) => tag.slice(1))
      .sort(compareVersions)
      .at(-1),
  );
  const changed = git('status', '--porcelain');
  if (changed.length > 0) {
    throw new ReleaseProblem(`A release is made of what is committed, and this is not:\n${changed.join('\n')}`);
  }
  await requireRow(version);
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const changelog = cutSection(await read('CHANGELOG.md'), version, day, await hardStops(version));
  const verified = spawnSync(process.execPath, ['infra/proof/testing/run.ts', 'verify'], {
    cwd: PROJECT_ROOT,
    stdio: 'inherit',
  });
  if (verified.status !== 0) throw new ReleaseProblem('It does not verify: nothing was changed.');
  // First what may fail.
  await writeFixture(version);
  await write('CHANGELOG.md', changelog);
  for (const file of ['package.json', 'package-lock.json']) await write(file, withVersion(await read(file), version));
  console.log(`
${version} is made, and not committed yet. Run npm test, which brings the new fixture back, too. Then:

  git add -A && git commit -m 'chore(release): ${version}'
  git tag -a v${version} -m 'Giftledger ${version}'
  git push --follow-tags`);
}

async function beside(ref: string): Promise<number> {
  const { runBeside } = await import('./run-beside.ts');
  const seconds = wholeOption('seconds', values.seconds, 1);
  const wrong = await runBeside({ ref, seconds, say: (line) => console.log(line) });
  console.log(wrong.length === 0 ? '\nSound.' : `\nNOT SOUND: ${wrong.length}, see above.`);
  return wrong.length === 0 ? 0 : 1;
}

/** Whether the table of releases has the new one. Which of them is a hard stop is for people to say. */
async function requireRow(version: string): Promise<void> {
  const lastMigration = (await readMigrations()).at(-1)?.name;
  const row = (RELEASES as readonly Release[]).find((each) => each.version === version);
  if (row?.lastMigration === lastMigration) return;
  throw new ReleaseProblem(
    `Add the release to infra/adapters/postgres/releases.ts: { version: '${version}', lastMigration: '${lastMigration}', mustRun: false }`,
  );
}

/** The numbers of new migrations for which the store stands still. */
async function hardStops(version: string): Promise<readonly string[]> {
  const earlier = (await listFixtures()).filter((each) => each !== version);
  const known = new Set((await Promise.all(earlier.map(migrationsOf))).flat());
  const fresh = (await readMigrations()).filter(({ name }) => !known.has(name));
  return fresh.flatMap(({ name, sql }) => (directivesOf(sql).has('hard stop') ? [name.slice(0, 'NNNN'.length)] : []));
}

async function writeFixture(version: string): Promise<void> {
  requireNext(version, undefined);
  const cluster = await startRunCluster();
  process.env[TEST_CLUSTER_VARIABLE] = cluster.socketDir;
  try {
    const bytes = await makeFixture(version);
    console.log(
      `The fixture of ${version}: ${Math.ceil(bytes / 1_000)} kB. There are ${(await listFixtures()).join(', ')}.`,
    );
    const { figures } = await readFixture(version);
    const unplayed = Object.keys(EVENT_VERSIONS).filter((type) => !(type in figures.events));
    if (unplayed.length > 0)
      throw new ReleaseProblem(
        `Nobody would see whether they can be read later: play ${unplayed.join(', ')} in play-store.ts.`,
      );
  } finally {
    await cluster.stop();
  }
}

/** The lines that it prints. @throws ReleaseProblem */
function git(...args: string[]): string[] {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: PROJECT_ROOT, encoding: 'utf8' });
  if (status !== 0) throw new ReleaseProblem(`git ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}

function read(file: string): Promise<string> {
  return readFile(path.join(PROJECT_ROOT, file), 'utf8');
}

function write(file: string, text: string): Promise<void> {
  return writeFile(path.join(PROJECT_ROOT, file), text);
}
