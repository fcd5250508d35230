// The shape of a gift code, for the CSV, the store and the seed.

/** Limit of codes in one upload. */
export const MAX_CODES_AT_ONCE = 20_000;
const MIN_CODE_LENGTH = 4;
/** Gift codes are short. A longer text is a wrong column or a broken quote. */
const MAX_CODE_LENGTH = 120;
const SHOWN_CHARS = 4;

/** Why a text, trimmed, cannot be a gift code; undefined when it can. */
export function codeProblem(code: string): string | undefined {
  if (code.length < MIN_CODE_LENGTH) return `The code is shorter than ${MIN_CODE_LENGTH} characters.`;
  if (code.length > MAX_CODE_LENGTH) return `The code is longer than ${MAX_CODE_LENGTH} characters.`;
  // Printable ASCII, because a code is typed by hand. Anything else is a wrong file or a wrong encoding.
  if (!/^[\x20-\x7e]+$/.test(code))
    return 'The code holds characters that no gift code has. Save the file as plain CSV.';
  return undefined;
}

/** The part by which codes differ: neither case nor spaces and dashes count. */
export const essenceOf = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '');

/** Nothing of a short code is shown, because four characters would be most of it. */
export const lastFourOf = (code: string): string => (code.length >= 2 * SHOWN_CHARS ? code.slice(-SHOWN_CHARS) : '');
