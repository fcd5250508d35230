import canonicalize from 'canonicalize';

/** Thrown and caught in this file: JSON.stringify alone would not write the value canonically. */
const NOT_PLAIN = new Error('not plain');
/** Up to this many keys are sorted one by one: the array's own sort makes a kilobyte of garbage each time. */
const FEW_KEYS = 16;
/** Values nested deeper than events are left to the library, which does not recurse. */
const MAX_DEPTH = 32;

/**
 * Canonical JSON (RFC 8785); undefined for a value that has no JSON. RFC 8785 writes numbers and strings as
 * JSON.stringify does, so for plain data only the keys need sorting. That takes half of the library's time, and every
 * event passes here (row of the bench: commands on 1,000 wallets). The library writes the rest.
 * @throws Error for what RFC 8785 forbids: lone surrogates, NaN, infinities
 */
export function canonicalJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(inOrder(value, 0));
  } catch (error) {
    if (error !== NOT_PLAIN) throw error;
    return canonicalize(value);
  }
}

/** The value with the keys of all its objects in order. @throws NOT_PLAIN */
function inOrder(value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string' && value.isWellFormed()) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'object' || depth === MAX_DEPTH) throw NOT_PLAIN;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(inOrder(item, depth + 1));
    return items;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) throw NOT_PLAIN;
  const record = value as Readonly<Record<string, unknown>>;
  const ordered: Record<string, unknown> = {};
  for (const key of sorted(Object.keys(record))) {
    if (!isOrdinary(key)) throw NOT_PLAIN;
    // Left out, as JSON.stringify does.
    if (record[key] !== undefined) ordered[key] = inOrder(record[key], depth + 1);
  }
  return ordered;
}

function sorted(keys: string[]): string[] {
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let end = 1; end < keys.length; end += 1) {
    for (let at = end; at > 0; at -= 1) {
      const [before, key] = [keys[at - 1] ?? '', keys[at] ?? ''];
      if (before <= key) break;
      keys[at - 1] = key;
      keys[at] = before;
    }
  }
  return keys;
}

/** An object lists numeric keys first, in whatever order they were added. */
const isOrdinary = (key: string): boolean => (key < '0' || key >= ':') && key !== '__proto__' && key !== 'toJSON';
