import { z } from 'zod';

/** A kind of job that is repeated. It carries no data, so it names nobody: each run looks for its work. */
export const repeatedJob = <const Name extends string>(name: Name, everyMs: number) =>
  ({ name, everyMs, schema: z.object({}) }) as const;
