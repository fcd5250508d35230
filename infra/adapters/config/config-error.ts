import type { z } from 'zod';

/** `state`: what is wrong with it, where it is not that it is missing or not valid. */
export type Problem = { readonly name: string; readonly message: string; readonly state?: string };

/** All errors of the environment in one message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What schema and rules found, a line each. No value is repeated, because it may be a secret. */
export function describeProblems(
  present: Readonly<Record<string, unknown>>,
  found: z.ZodError | undefined,
  others: readonly Problem[],
): string {
  const ofSchema = found?.issues.map(({ path, message }): Problem => ({ name: String(path[0] ?? ''), message })) ?? [];
  const problems = [...ofSchema, ...others];
  const width = Math.max(...problems.map(({ name }) => name.length));
  const lines = problems.map(({ name, message, state }) => {
    const standard = present[name] === undefined ? 'is not set' : 'is not valid';
    return `  ${name.padEnd(width)}  ${state ?? standard}: ${message}`;
  });
  return `The configuration cannot be used. Correct these environment variables and start again:\n${lines.join('\n')}`;
}
