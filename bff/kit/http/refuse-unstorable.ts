import type { FastifyRequest } from 'fastify';
import { ApiError, notFound } from '#bff/kit/lib/api-error.ts';

/** Postgres stores every character but this one. */
const NUL = '\u0000';

/** Half of a surrogate pair is no character: JSON carries it, but neither UTF-8 nor a hash over canonical JSON does. */
const isUnstorable = (text: string): boolean => text.includes(NUL) || !text.isWellFormed();

/** Whether any text in the value, however deep, cannot be stored. Not recursive, because a body may be nested deeper than the stack. */
export function holdsUnstorable(value: unknown): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const current = left.pop();
    if (typeof current === 'string') {
      if (isUnstorable(current)) return true;
    } else if (typeof current === 'object' && current !== null) {
      for (const [name, part] of Object.entries(current)) {
        if (isUnstorable(name)) return true;
        left.push(part);
      }
    }
  }
  return false;
}

/** A password is checked in the letters of its device, too. */
const AS_SENT = /password/;

/**
 * Composes every text in a value (NFC), in place: `é` is one letter, however a device writes it, so that what looks the same is found, is
 * compared and is stored once. Not recursive, as above.
 */
export function composeTexts(value: unknown): void {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const current = left.pop();
    if (typeof current !== 'object' || current === null) continue;
    for (const [name, part] of Object.entries(current)) {
      if (typeof part !== 'string') left.push(part);
      else if (!AS_SENT.test(name) && part.normalize() !== part) Reflect.set(current, name, part.normalize());
    }
  }
}

/** Refuses text that our stores cannot store unchanged, and composes the rest. @throws ApiError 404 for an address, 422 for the rest */
export async function refuseUnstorable(request: FastifyRequest): Promise<void> {
  if (holdsUnstorable(request.params)) throw notFound();
  if (holdsUnstorable(request.query) || holdsUnstorable(request.body)) throw unstorable();
  composeTexts(request.query);
  composeTexts(request.body);
}

export const unstorable = (): ApiError =>
  new ApiError(
    422,
    'validation_failed',
    'This holds a character that cannot be stored (NUL, or half of a pair). Nothing was saved.',
  );
