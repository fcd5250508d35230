import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type { Logger } from 'pino';

/** Fields that name a person, or let one in: never written, wherever they appear up to three levels deep. */
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
];

/** `code` alone would also hide the stable code of an error, which says nothing of anybody: errors are kept apart. */
const REDACTED_PATHS = PERSONAL_FIELDS.flatMap((field) => {
  const snake = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [...new Set([field, snake])].flatMap((name) => [
    name,
    `body.${name}`,
    `data.${name}`,
    `req.headers.${name}`,
    `*.*.${name}`,
  ]);
});

/**
 * A JSON logger with personal data redacted; in a terminal the lines are made readable for people.
 * `destination` is for tests.
 */
export function createLogger(options: {
  part: string;
  level: string;
  pretty?: boolean;
  destination?: DestinationStream;
}): Logger {
  const settings = {
    level: options.level,
    base: { part: options.part },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
  };
  if (options.destination) return pino(settings, options.destination);
  const wantsPretty = options.pretty ?? process.stdout.isTTY === true;
  return wantsPretty
    ? pino(settings, pretty({ colorize: true, ignore: 'pid,hostname,part', sync: true }))
    : pino(settings);
}
