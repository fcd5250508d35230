import path from 'node:path';

export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** The data directory of the embedded stack: `.data/` in the checkout, or GIFTLEDGER_DATA_DIR. */
export function localDataDir(env: Record<string, string | undefined> = process.env): string {
  return path.resolve(PROJECT_ROOT, env.GIFTLEDGER_DATA_DIR || '.data');
}
