import { readFileSync } from 'node:fs';
import { z } from 'zod';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** The version of this program, such as 0.1.0: that of the release, or of the last one before it. */
export const VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version;
