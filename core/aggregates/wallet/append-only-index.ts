/**
 * A map that only grows, shared by all states that build on one another. Adding costs O(1), and an older state does not
 * see the entries of a newer one. It holds the references that a wallet has applied, possibly a hundred thousand.
 */
export type AppendOnlyIndex<Value> = {
  /** The place of a key in the lists; places at `size` or beyond belong to states built on this one. */
  readonly places: Map<string, number>;
  readonly keys: string[];
  readonly values: Value[];
  readonly size: number;
};

export const emptyIndex = <Value>(): AppendOnlyIndex<Value> => ({ places: new Map(), keys: [], values: [], size: 0 });

export function lookUp<Value>(index: AppendOnlyIndex<Value>, key: string): Value | undefined {
  const place = index.places.get(key);
  return place !== undefined && place < index.size ? index.values[place] : undefined;
}

/** Returns the index with one more entry; an existing key keeps its first value. */
export function added<Value>(index: AppendOnlyIndex<Value>, key: string, value: Value): AppendOnlyIndex<Value> {
  if (lookUp(index, key) !== undefined) return index;
  // Another state was already built on this one (a decision that was not stored), so this branch needs lists of its
  // own.
  const { places, keys, values, size } = index.keys.length === index.size ? index : copyOf(index);
  places.set(key, size);
  keys.push(key);
  values.push(value);
  return { places, keys, values, size: size + 1 };
}

function copyOf<Value>({ keys, values, size }: AppendOnlyIndex<Value>): AppendOnlyIndex<Value> {
  const own = keys.slice(0, size);
  return { places: new Map(own.map((key, place) => [key, place])), keys: own, values: values.slice(0, size), size };
}

/** The entries from the `from`-th on, in the order in which they were added. */
export function* entriesFrom<Value>(index: AppendOnlyIndex<Value>, from: number): Generator<[string, Value]> {
  for (let place = from; place < index.size; place += 1) {
    yield [index.keys[place] as string, index.values[place] as Value];
  }
}

/** Adds many entries at once to the newest state's index. @throws when a key is there already */
export function addedAll<Value>(
  index: AppendOnlyIndex<Value>,
  items: readonly { readonly key: string; readonly value: Value }[],
): AppendOnlyIndex<Value> {
  const { places, keys, values } = index;
  for (const { key, value } of items) {
    places.set(key, keys.length);
    keys.push(key);
    values.push(value);
  }
  if (places.size !== index.size + items.length) throw new Error('A key comes twice.');
  return { places, keys, values, size: keys.length };
}
