import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeFileError, LocalStackProblem } from './problem.ts';

const MIN_FREE_BYTES = 200_000_000;

/** Creates the data directory if it is missing. Throws LocalStackProblem when it cannot be written or has too little space. */
export async function checkDataDir(dataDir: string): Promise<void> {
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
