/**
 * A map that only grows, shared by all the states built upon one another: adding costs O(1), and an older state does not
 * see what a newer one added. For the references a wallet has applied, of which there may be a hundred thousand.
 */
export type AppendOnlyIndex<Value> = {
  readonly entries: Map<string, { readonly at: number; readonly value: Value }>;
  readonly size: number;
};

export const emptyIndex = <Value>(): AppendOnlyIndex<Value> => ({ entries: new Map(), size: 0 });

export function lookUp<Value>(index: AppendOnlyIndex<Value>, key: string): Value | undefined {
  const entry = index.entries.get(key);
  return entry && entry.at < index.size ? entry.value : undefined;
}

/** Returns the index with one more entry; an existing key keeps its first value. */
export function added<Value>(index: AppendOnlyIndex<Value>, key: string, value: Value): AppendOnlyIndex<Value> {
  if (lookUp(index, key) !== undefined) return index;
  // Another state was built upon this one already (a decision that was not stored): this branch needs a map of its own.
  const entries =
    index.entries.size === index.size
      ? index.entries
      : new Map([...index.entries].filter(([, entry]) => entry.at < index.size));
  entries.set(key, { at: index.size, value });
  return { entries, size: index.size + 1 };
}

/** The entries from the `from`-th on, in the order in which they were added. */
export function* entriesFrom<Value>(index: AppendOnlyIndex<Value>, from: number): Generator<[string, Value]> {
  for (const [key, { at, value }] of index.entries) {
    // The rest belongs to states built upon this one.
    if (at >= index.size) return;
    if (at >= from) yield [key, value];
  }
}

/** Adds many at once to the newest state's index. @throws when a key is there already */
export function addedAll<Value>(
  index: AppendOnlyIndex<Value>,
  items: readonly { readonly key: string; readonly value: Value }[],
): AppendOnlyIndex<Value> {
  const { entries } = index;
  for (const { key, value } of items) entries.set(key, { at: entries.size, value });
  if (entries.size !== index.size + items.length) throw new Error('A key comes twice.');
  return { entries, size: entries.size };
}
