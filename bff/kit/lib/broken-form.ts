/** The form parser's messages, because its errors have neither a class nor a code. */
const BROKEN =
  /^(Unexpected end of (multipart data|form)|Part terminated early|Malformed part header|Multipart: Boundary not found|Malformed content type|Unsupported content type)/;

/** Whether a multipart body ended early or was never one: a mistake of the sender, or a broken connection. */
export const isBrokenForm = (error: unknown): boolean => error instanceof Error && BROKEN.test(error.message);
