import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { redactLine } from './redact.ts';

export type { Logger } from 'pino';

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
    hooks: { streamWrite: redactLine },
  };
  if (options.destination) return pino(settings, options.destination);
  const wantsPretty = options.pretty ?? process.stdout.isTTY === true;
  return wantsPretty
    ? pino(settings, pretty({ colorize: true, ignore: 'pid,hostname,part', sync: true }))
    : pino(settings);
}
