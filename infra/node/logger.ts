/** The methods of a logger that the node uses; pino's fits. */
export type Logger = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};

export const SILENT: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
