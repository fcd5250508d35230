/** The little that the node needs of a logger; pino's fits. */
export type Logger = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};

export const SILENT: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
