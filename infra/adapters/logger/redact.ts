/** Fields that name a person or give access, in either spelling (`firstName`, `first_name`): never written, at any depth. */
const PERSONAL_FIELDS = [
  'email',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'setCookie',
  'secret',
  'code',
  'codes',
  'totp',
  'firstName',
  'lastName',
  'fullName',
  'phone',
  'address',
  'street',
  'iban',
  'accountNumber',
  'accountHolder',
  'notes',
  'to',
  'smtpUrl',
  'databaseUrl',
  // The part of an error of Postgres or its clients that contains rows and parameters.
  'detail',
  'where',
  'row',
  'values',
];
/** In an error itself they identify nobody: its stable code, and the machine that was not reached. */
const TOLD_BY_ERRORS: ReadonlySet<string> = new Set(['code', 'address']);
const CENSOR = '[redacted]';

const plain = (name: string) => name.replaceAll(/[_-]/g, '').toLowerCase();
const HIDDEN: ReadonlySet<string> = new Set(PERSONAL_FIELDS.map(plain));
/** Their names as keys in JSON; inside a text the quotes would be escaped. */
const MENTIONED = new RegExp(
  `"(?:${PERSONAL_FIELDS.map((field) => field.replace(/[A-Z]/g, (letter) => `[_-]?${letter}`)).join('|')})":`,
  'i',
);

/** An address of a mailbox within a text: a mail server's refusal repeats it. */
const ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;

/** A line of JSON without personal data. Most lines contain none, and are only scanned. */
export function redactLine(line: string): string {
  return line.includes('@') ? withoutFields(line).replace(ADDRESS, '[address]') : withoutFields(line);
}

function withoutFields(line: string): string {
  if (!MENTIONED.test(line)) return line;
  try {
    return `${JSON.stringify(redacted(JSON.parse(line)))}\n`;
  } catch {
    // A line that cannot be parsed cannot be cleared either.
    return `${JSON.stringify({ level: 'error', msg: 'a line of the log was no JSON and is withheld' })}\n`;
  }
}

function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  const isError = 'stack' in value && 'message' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = plain(key);
      return [key, HIDDEN.has(name) && !(isError && TOLD_BY_ERRORS.has(name)) ? CENSOR : redacted(inner)];
    }),
  );
}
