// The shape of a gift code, for the CSV, the store and the seed.

export const MAX_CODES_AT_ONCE = 20_000;
const MIN_CODE_LENGTH = 4;
/** Gift codes are short. A longer text is a wrong column or a broken quote. */
const MAX_CODE_LENGTH = 120;
const SHOWN_CHARS = 4;

/** Undefined where the text, trimmed, can be a gift code. */
export function codeProblem(code: string): string | undefined {
  if (code.length < MIN_CODE_LENGTH) return `The code is shorter than ${MIN_CODE_LENGTH} characters.`;
  if (code.length > MAX_CODE_LENGTH) return `The code is longer than ${MAX_CODE_LENGTH} characters.`;
  // Printable ASCII, because a code is typed by hand. Anything else is a wrong file or a wrong encoding.
  if (!/^[\x20-\x7e]+$/.test(code))
    return 'The code holds characters that no gift code has. Save the file as plain CSV.';
  const strange = /[;|=#<>"{}[\]\\`,]/.exec(code)?.[0];
  if (strange !== undefined) {
    return `The code holds ${strange} , which no gift code has: it separates columns, or belongs to a formula, a comment or a web page.`;
  }
  const mistaken = MISTAKEN.find(([form]) => form.test(code))?.[1];
  return mistaken ?? (isText(code) ? 'This is a text, not a code.' : undefined);
}

/** Groups of a code have spaces between them, too; words have no digits, or small letters. */
function isText(code: string): boolean {
  if (!code.includes(' ')) return false;
  // Capital groups of one length are a code, also where chance gave it no digit.
  const groups = code.split(' ');
  if (groups.every((group) => /^[A-Z0-9]{4,}$/.test(group) && group.length === groups[0]?.length)) return false;
  const words = code.split(' ').filter((word) => /^[A-Za-z]{2,}[.:!?]?$/.test(word) && /[a-z]/.test(word));
  return words.length > 1 || !/\d/.test(code);
}

/** Texts of a file that are no codes. */
const MISTAKEN: readonly (readonly [RegExp, string])[] = [
  [
    /^[+-]?\d+([.]\d+)?e[+-]\d+$|^[+-]?\d+[.]\d+e\d+$/i,
    'The spreadsheet has shortened this code (scientific notation): its digits are lost. Export it as text.',
  ],
  [/^[-+@]|^\/\//, 'The line begins as a formula or a comment does.'],
  [/^(19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}$|^\d{1,2}[-/.]\d{1,2}[-/.](19|20)\d\d$/, 'This is a date, not a code.'],
  [/^\d+[.]\d{1,2}$|^[$]/, 'This is an amount, not a code.'],
  [/ {2}/, 'The code holds several spaces in a row.'],
  [
    /^(grand )?(total|sum|subtotal|count|page|sheet|end|summe|gesamt|anzahl|seite|ende|date|datum|exported|generated|created|printed|end of file)s?( |:|$)/i,
    'This is a line about the file, not a code.',
  ],
];

/** The part by which codes differ: neither case nor spaces and dashes count. */
export const essenceOf = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '');

/** Nothing of a short code is shown, because four characters would be most of it. */
export const lastFourOf = (code: string): string => (code.length >= 2 * SHOWN_CHARS ? code.slice(-SHOWN_CHARS) : '');
