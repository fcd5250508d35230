/**
 * A map whose versions share their lists: setting costs O(1), and a version does not see what was set on one that was built on it. A state
 * that is folded from thousands of events needs no copy for each.
 */
export type VersionedMap<Value> = {
  /** The newest entry of a key; entries at `size` or beyond belong to versions built on this one. */
  readonly newest: Map<string, number>;
  readonly entries: { readonly key: string; readonly value: Value; readonly before: number | undefined }[];
  readonly size: number;
};

export const emptyMap = <Value>(): VersionedMap<Value> => ({ newest: new Map(), entries: [], size: 0 });

export function lookUp<Value>({ newest, entries, size }: VersionedMap<Value>, key: string): Value | undefined {
  let place = newest.get(key);
  while (place !== undefined && place >= size) place = entries[place]?.before;
  return place === undefined ? undefined : entries[place]?.value;
}

/** Of each key, in the order in which they were first set. */
export const valuesOf = <Value>(map: VersionedMap<Value>): Value[] =>
  [...map.newest.keys()].flatMap((key) => lookUp(map, key) ?? []);

/** Returns the version with one more value. */
export function withValue<Value>(map: VersionedMap<Value>, key: string, value: Value): VersionedMap<Value> {
  // On a version that another one was built on (a decision that was not stored), this branch needs lists of its own.
  const { newest, entries, size } = map.entries.length === map.size ? map : copyOf(map);
  entries.push({ key, value, before: newest.get(key) });
  newest.set(key, size);
  return { newest, entries, size: size + 1 };
}

function copyOf<Value>({ entries, size }: VersionedMap<Value>): VersionedMap<Value> {
  const own = entries.slice(0, size);
  return { newest: new Map(own.map(({ key }, place) => [key, place])), entries: own, size };
}
