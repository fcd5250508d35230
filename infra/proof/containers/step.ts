/** One of what is tried: says that it went well, how long it took, and what it found where that is a text. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const found = await work();
  console.log(
    `✓ ${name}, ${((performance.now() - startedMs) / 1_000).toFixed(1)} s${typeof found === 'string' ? `: ${found}` : ''}`,
  );
  return found;
}
