import canonicalize from 'canonicalize';

/** What JSON.stringify alone would not write canonically: the library decides. */
const NOT_PLAIN = Symbol('not plain');
/** Deeper values than events have are left to the library, which does not recurse. */
const MAX_DEPTH = 32;
const FEW_KEYS = 16;
const ZERO = 48;
const NINE = 57;

/**
 * Canonical JSON (RFC 8785); undefined for what has no JSON. Numbers and strings are written there as JSON.stringify writes
 * them, so for plain data only the keys have to be put in order: that takes a third of the library's time, and every event
 * passes here.
 * @throws Error for what RFC 8785 forbids: lone surrogates, NaN, infinities
 */
export function canonicalJson(value: unknown): string | undefined {
  const ordered = inOrder(value, 0);
  return ordered === NOT_PLAIN ? canonicalize(value) : JSON.stringify(ordered);
}

/** The value with the keys of all its objects in order: itself where they are already. */
function inOrder(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? value : NOT_PLAIN;
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : NOT_PLAIN;
    case 'object':
      if (value === null) return value;
      if (depth === MAX_DEPTH) return NOT_PLAIN;
      return Array.isArray(value) ? itemsInOrder(value, depth) : keysInOrder(value, depth);
    default:
      return NOT_PLAIN;
  }
}

function itemsInOrder(items: readonly unknown[], depth: number): unknown {
  let isSame = true;
  const ordered: unknown[] = [];
  for (const item of items) {
    const child = inOrder(item, depth + 1);
    if (child === NOT_PLAIN) return NOT_PLAIN;
    if (child !== item) isSame = false;
    ordered.push(child);
  }
  return isSame ? items : ordered;
}

function keysInOrder(value: object, depth: number): unknown {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return NOT_PLAIN;
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record);
  if (!keys.every(isOrdinary)) return NOT_PLAIN;
  let ordered: Record<string, unknown> | undefined;
  if (!areSorted(keys)) {
    sort(keys);
    ordered = {};
  }
  let place = 0;
  for (const key of keys) {
    const child = record[key];
    // Left out, as JSON.stringify does.
    if (child !== undefined) {
      const entry = inOrder(child, depth + 1);
      if (entry === NOT_PLAIN) return NOT_PLAIN;
      if (entry !== child)
        ordered ??= Object.fromEntries(keys.slice(0, place).map((before) => [before, record[before]]));
      if (ordered) ordered[key] = entry;
    }
    place += 1;
  }
  return ordered ?? record;
}

function areSorted(keys: readonly string[]): boolean {
  let previous = '';
  for (const key of keys) {
    if (key < previous) return false;
    previous = key;
  }
  return true;
}

/** In place, by UTF-16 code units: for the few keys of an object, sort() takes most of its time to set itself up. */
function sort(keys: string[]): void {
  if (keys.length > FEW_KEYS) {
    keys.sort();
    return;
  }
  for (let end = 1; end < keys.length; end += 1) {
    const key = keys[end] as string;
    let place = end;
    for (; place > 0 && (keys[place - 1] as string) > key; place -= 1) keys[place] = keys[place - 1] as string;
    keys[place] = key;
  }
}

/** An object lists keys that are numbers first, wherever they were put. */
function isOrdinary(key: string): boolean {
  const first = key.charCodeAt(0);
  return (first < ZERO || first > NINE) && key !== '__proto__' && key !== 'toJSON';
}
