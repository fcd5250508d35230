import { type DestinationStream, type Logger, pino } from 'pino';
import { redactLine } from './redact.ts';

export type { Logger } from 'pino';

/** For people; a part writes to its supervisor, and does without. */
const pretty = process.stdout.isTTY || process.stderr.isTTY ? (await import('pino-pretty')).default : undefined;

/**
 * A JSON logger with personal data redacted; in a terminal the lines are made readable for people.
 * `destination` is for tests; `answers` is for commands, whose stdout holds only their answer, so their lines go to stderr.
 */
export function createLogger(options: {
  part: string;
  level: string;
  answers?: boolean;
  destination?: DestinationStream;
}): Logger {
  const settings = {
    level: options.level,
    base: { part: options.part },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: redactLine },
  };
  if (options.destination) return pino(settings, options.destination);
  const out = options.answers ? process.stderr : process.stdout;
  return pretty && out.isTTY
    ? pino(settings, pretty({ colorize: true, ignore: 'pid,hostname,part', sync: true, destination: out.fd }))
    : pino(settings, pino.destination({ dest: out.fd, sync: true }));
}
