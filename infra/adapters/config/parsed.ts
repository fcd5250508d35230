import { z } from 'zod';

/** A text that `parse` reads. Where it returns undefined, the message says what was expected. */
export const parsed = <Value>(fallback: string, expected: string, parse: (text: string) => Value | undefined) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: expected });
      return z.NEVER;
    });

/** Undefined if one of the texts is not read. */
export function readEach<Value>(texts: string[], read: (text: string) => Value | undefined): Value[] | undefined {
  const values = texts.map(read);
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** The texts between commas, without empty ones. */
export const filled = (text: string): string[] => text.split(',').filter((entry) => entry !== '');
