import { hash } from 'node:crypto';

/** Names that belong to nobody (RFC 2606, RFC 6761). */
const EXAMPLE_NAME = /(^|[@./])([a-z0-9-]+\.)*(example|test|invalid|localhost)$|(^|[@./])example\.(com|net|org)$/i;
/** Where a text may contain such a name: an address of mail or of the web. */
const HOSTS = /[a-z0-9@.-]+\.[a-z]{2,}/gi;

const DIGEST_CHARS = 16;
/**
 * The examples of the IBAN registry (ISO 13616) and of its best-known descriptions, by the beginning of their digests: a search for one of
 * them finds nothing here.
 */
const EXAMPLE_IBANS: ReadonlySet<string> = new Set(
  `
  701502320c05f830 faf7e1c0107370ff 5488b036f43dca67 cb2609a461853b2a b179add486f3c7e1
  b84613f12f07e198 5806e726dc53200d 0669f8f5825f3f3b c498d017d83bf116 122da061f22f818b
  d83a36c127d39e9e 34d9c40d6d8e3e53 f6c8d84f1d6cf66e 76a477f9d6f5c972 95c1bd675f346c51
  274325e2aab5c46a 8f8e3c05eae30618 f5e43d20b5f4d1ec 8538b8ccd0a8af16 fb0f12fb3f9398d8
  756e8a524189d2de 05833f716dc4b4da 5446764265672dd6 55bcf4d403b20cab 69835a1db7caab47
  82aa58d283515a0c 3bf09f35c2fe65e5 7780bb6dd13d7a3e 6fbbad18beb67b40 3e59794eb9226934
  f5cb9f2e243dda22 2fd0baebb4bba7f3 eeb59bd51c711582 d11bae8402a6b318 6b1f8003066eb2a4
  7a611f752fbc35d8 1f6b15459e5647fb a6d5b5c16f4aca70 91a71b99fd952c89 4beca85628cadf62
  12003b290f04643a 0ebb7e05c1b1e555 a7e571b9bbedf316 5425959aa0fc0391 0efbdcc590c7fe8a
  267be4f86cb2dfa6 83bf790d80181560 eb67fd9edb2170f0 030989cb98704434 b9643b44509d4348
  6effe1e636ff526d e0983cc79b6ae05c cd8b5acc30079da4 fa4f77e231c6b719 e787fb8005c4577c
  047c0a05371e7241 53615a2e35d15595 dfba99ece9bfc904 43d5c4de128e4121 46e216c2e6ca9a78
  92c09c16747a943f 7f5d13f70ae8ca33 95dbcef204cab73c 551b4e1c359957fd f36edd0262bf258a
  099509b96cd87718 ca8ea250ff9089fc 6e89a90c3f719782 2d811126942fd3a2 0438d92916c30855
  93ef6c4befab250d 13870bd97c49c4cf 672133eb15b7f9a4 329848617ef2ed74 9878fafda0b71b2f
  f784f4e4cdc7b8f8 b6357004f8d6316e 45c755c9e88ba167
`
    .trim()
    .split(/\s+/),
);

/** Numbers that regulators keep free for films and documents, of the United States and Canada, Britain, Germany and France. */
const EXAMPLE_PHONES = [
  /^\+1\d{3}55501\d\d$/,
  /^\+44(2079460\d{3}|2896496\d{3}|2920180\d{3}|1(1[3-8]|[2-6]1)4960\d{3}|1914980\d{3}|1632960\d{3}|7700900\d{3}|8081570\d{3}|3069990\d{3})$/,
  /^\+49(3023125|6990009|4066969|2214710|8999998)\d{3}$/,
  /^\+33(19900|26191|35301|46571|53649|63998)\d{4}$/,
];

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
  const compact = text.replaceAll(/\(0\)|[\s().-]/g, '').toUpperCase();
  const isWhole =
    EXAMPLE_IBANS.has(hash('sha256', compact, 'hex').slice(0, DIGEST_CHARS)) ||
    EXAMPLE_PHONES.some((range) => range.test(compact)) ||
    (/^\+?[A-Z]{0,3}\d+[A-Z0-9]{0,4}$/.test(compact) && (compact.match(/\d+/g) ?? []).some(isFiller));
  return isWhole ? text : undefined;
}

/** How the name of a product of the example catalogue begins. */
export const EXAMPLE_PRODUCT = 'Example:';

/** Its name is its mark: a product with a name of one's own is no example any more. */
export const isExampleProduct = (name: string): boolean => /^\s*example\s*:/i.test(name);

/**
 * The first text in a value that is an example and nobody's own: an address of `.example`, an account of the registry of IBANs, a telephone
 * number of films, a number that counts up. With its field, such as `accounts.0.number`; null where there is none.
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
