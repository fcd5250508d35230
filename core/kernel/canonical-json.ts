import canonicalize from 'canonicalize';

/** Thrown and caught here: what JSON.stringify alone would not write canonically. */
const NOT_PLAIN = new Error('not plain');
/** Deeper values than events have are left to the library, which does not recurse. */
const MAX_DEPTH = 32;

/**
 * Canonical JSON (RFC 8785); undefined for what has no JSON. Numbers and strings are written there as JSON.stringify writes
 * them, so for plain data only the keys have to be put in order: that takes half of the library's time, and every event passes
 * here (row of the bench: commands on 1,000 wallets). The library writes the rest.
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
  if (Array.isArray(value)) return Array.from(value, (item) => inOrder(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) throw NOT_PLAIN;
  const record = value as Readonly<Record<string, unknown>>;
  const ordered: Record<string, unknown> = {};
  for (const key of Object.keys(record).sort()) {
    if (!isOrdinary(key)) throw NOT_PLAIN;
    // Left out, as JSON.stringify does.
    if (record[key] !== undefined) ordered[key] = inOrder(record[key], depth + 1);
  }
  return ordered;
}

/** An object lists keys that are numbers first, wherever they were put. */
const isOrdinary = (key: string): boolean => !/^\d/.test(key) && key !== '__proto__' && key !== 'toJSON';
