import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MOVED_TO } from '#infra/adapters/files/open-files.ts';
import { describeFileError, LocalStackProblem, ownerOf, userName } from './problem.ts';

const MIN_FREE_BYTES = 200_000_000;

/** Root would give its files to others, and the owner could not start any more. Throws LocalStackProblem then. */
export function refuseDataOfOthers(dataDir: string, uid = process.getuid?.()): void {
  if (uid !== 0 || !existsSync(dataDir)) return;
  const owner = ownerOf(dataDir);
  if (owner === 0) return;
  throw new LocalStackProblem(
    `The data in ${dataDir} belong to ${userName(owner)}. Started by root, the store would leave files that its owner could not use any more: run this command as ${userName(owner)}, without sudo. Nothing was changed.`,
  );
}

/** A file that says what goes on here, also after a power cut. */
export async function putMark(file: string): Promise<void> {
  const handle = await open(file, 'w');
  await handle.sync();
  await handle.close();
}

/** It is there while a demonstration is deleted, and after a deletion that was broken off. */
export const deletionMark = (dataDir: string): string => path.join(dataDir, 'deleting');

/** Nothing starts on what a deletion left: it would take the rest for a store. Throws LocalStackProblem there. */
export function refuseHalfDeleted(dataDir: string): void {
  if (!existsSync(deletionMark(dataDir))) return;
  throw new LocalStackProblem(
    `The demonstration in ${dataDir} was being deleted, and a part of it is gone. Complete that first: npm run delete-demonstration. Nothing was started.`,
  );
}

/** It is there while a restore writes, and after one that was broken off. */
export const restoreMark = (dataDir: string): string => path.join(dataDir, 'restoring');

/** A part of a store would be taken for the whole, or filled with demonstration data. Throws LocalStackProblem there. */
function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(restoreMark(dataDir))) return;
  throw new LocalStackProblem(
    `The restore into ${dataDir} was broken off, and a part of the store is not there. Complete it first: the same npm run restore goes on. Or move ${dataDir} away. Nothing was started.`,
  );
}

/**
 * An empty database beside what a store left would begin another log under the keys of the first one. Throws LocalStackProblem there; a first
 * start that was broken off has neither files nor mails.
 */
export async function refuseLostDatabase(dataDir: string): Promise<void> {
  if (existsSync(path.join(dataDir, 'postgres', 'data'))) return;
  const found = await Promise.all(['files', 'mail'].map((name) => readdir(path.join(dataDir, name)).catch(() => [])));
  if (found.flat().every((name) => name === MOVED_TO)) return;
  throw new LocalStackProblem(
    `${dataDir} has the files and mails of a store, and its database (postgres/data) is not there. Bring it back: docs/runbooks/restore.md. Or move ${dataDir} away to start with an empty store. Nothing was started.`,
  );
}

/**
 * Creates the data directory if it is missing. Throws LocalStackProblem when it cannot be written, belongs to another
 * user than root, who starts, is half deleted or half restored, or has too little space.
 */
export async function checkDataDir(dataDir: string): Promise<void> {
  refuseDataOfOthers(dataDir);
  refuseHalfDeleted(dataDir);
  refuseHalfRestored(dataDir);
  try {
    await mkdir(dataDir, { recursive: true });
    const probe = path.join(dataDir, '.write-probe');
    await writeFile(probe, 'x');
    await rm(probe);
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < MIN_FREE_BYTES) {
      throw new LocalStackProblem(
        `There is too little space for ${dataDir}: ${Math.floor((bavail * bsize) / 1_000_000)} MB are free, ${MIN_FREE_BYTES / 1_000_000} MB are needed. Free some space and start again; nothing that was saved is lost.`,
      );
    }
  } catch (error) {
    throw describeFileError(error, dataDir);
  }
}
