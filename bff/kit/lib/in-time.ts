export class LateError extends Error {
  override readonly name = 'LateError';
}

/** The answer to a question. One that comes later is dropped. @throws LateError */
export async function inTime<T>(question: () => Promise<T>, limitMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new LateError(`no answer within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([question(), late]);
  } finally {
    clearTimeout(timer);
  }
}
