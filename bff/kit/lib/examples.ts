import { hash } from 'node:crypto';

/** Names that belong to nobody (RFC 2606, RFC 6761). */
const EXAMPLE_NAME = /(^|[@./])([a-z0-9-]+\.)*(example|test|invalid|localhost)$|(^|[@./])example\.(com|net|org)$/i;
/** Where a text may contain such a name: an address of mail or of the web. */
const HOSTS = /[a-z0-9@.-]+\.[a-z]{2,}/gi;

/**
 * The examples of the IBAN registry (ISO 13616), by the beginning of their digests: a search for one of them finds nothing here.
 */
const EXAMPLE_IBANS: ReadonlySet<string> = new Set([
  '701502320c05f830',
  'faf7e1c0107370ff',
  '5488b036f43dca67',
  'cb2609a461853b2a',
  'b179add486f3c7e1',
  'b84613f12f07e198',
  '5806e726dc53200d',
  '0669f8f5825f3f3b',
  'c498d017d83bf116',
  '122da061f22f818b',
  'd83a36c127d39e9e',
  '34d9c40d6d8e3e53',
  'f6c8d84f1d6cf66e',
  '76a477f9d6f5c972',
  '95c1bd675f346c51',
  '274325e2aab5c46a',
  '8f8e3c05eae30618',
  'f5e43d20b5f4d1ec',
  '8538b8ccd0a8af16',
]);
const DIGEST_CHARS = 16;

const COUNTING = '1234567890'.repeat(4);
/**
 * Digits that somebody typed to fill a field: one and the same, or all of them counting up from one. A real number may have 1234567 in it,
 * or count up from elsewhere.
 */
const isFiller = (digits: string): boolean =>
  digits.length >= 6 && (new Set(digits).size === 1 || COUNTING.startsWith(digits.replace(/^0+/, '').padEnd(6, 'x')));

/** What of a text is an example: a name within it, or all of it. */
function exampleOf(text: string): string | undefined {
  const name = (text.match(HOSTS) ?? []).find((host) => EXAMPLE_NAME.test(host));
  if (name !== undefined) return name;
  const compact = text.replaceAll(/[\s-]/g, '').toUpperCase();
  const isWhole =
    EXAMPLE_IBANS.has(hash('sha256', compact, 'hex').slice(0, DIGEST_CHARS)) ||
    (/^[A-Z]{0,3}\d+[A-Z0-9]{0,4}$/.test(compact) && (compact.match(/\d+/g) ?? []).some(isFiller));
  return isWhole ? text : undefined;
}

/**
 * The first text in a value that is an example and nobody's own: an address of `.example`, an account of the registry of IBANs, a number that
 * counts up. With its field, such as `accounts.0.number`; null where there is none.
 */
export function exampleIn(value: unknown, field = ''): { readonly field: string; readonly text: string } | null {
  if (typeof value === 'string') {
    const text = exampleOf(value);
    return text === undefined ? null : { field, text };
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, each] of Object.entries(value)) {
    const found = key === 'id' ? null : exampleIn(each, field === '' ? key : `${field}.${key}`);
    if (found) return found;
  }
  return null;
}
