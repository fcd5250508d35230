import type { FastifyRequest } from 'fastify';
import { ApiError, notFound } from '#bff/lib/api-error.ts';

/** Postgres stores every character but this one. */
const NUL = '\u0000';

/** Whether any text in it, however deep, holds a NUL. Not recursive: a body may be nested deeper than the stack is. */
export function holdsNul(value: unknown): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const current = left.pop();
    if (typeof current === 'string') {
      if (current.includes(NUL)) return true;
    } else if (typeof current === 'object' && current !== null) {
      for (const [name, part] of Object.entries(current)) {
        if (name.includes(NUL)) return true;
        left.push(part);
      }
    }
  }
  return false;
}

/** No text of ours holds a NUL, and Postgres could not keep it. @throws ApiError 404 for an address, 422 for the rest */
export async function refuseNul(request: FastifyRequest): Promise<void> {
  if (holdsNul(request.params)) throw notFound();
  if (holdsNul(request.query) || holdsNul(request.body)) throw unstorable();
}

export const unstorable = (): ApiError =>
  new ApiError(422, 'validation_failed', 'This holds a character that cannot be stored (NUL). Nothing was saved.');
