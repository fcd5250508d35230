import { z } from 'zod';

/** A kind of job that is done again and again. It carries nothing, so that it names nobody: what is to be done is found by looking. */
export const repeatedJob = <const Name extends string>(name: Name, everyMs: number) =>
  ({ name, everyMs, schema: z.object({}) }) as const;
