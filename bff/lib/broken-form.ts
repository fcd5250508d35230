/** The form parser's own words: its errors have neither a class nor a code. */
const BROKEN =
  /^(Unexpected end of (multipart data|form)|Part terminated early|Malformed part header|Multipart: Boundary not found|Malformed content type|Unsupported content type)/;

/** Whether a multipart body ended in the middle, or never was one: the sender's mistake, or a line that broke. */
export const isBrokenForm = (error: unknown): boolean => error instanceof Error && BROKEN.test(error.message);
