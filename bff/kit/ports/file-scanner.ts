/** Looks for malware in uploads. */
export type FileScanner = {
  /** The name of what it found, or undefined. @throws ScannerAwayError */
  scan(content: Buffer): Promise<string | undefined>;
  isReachable(): Promise<boolean>;
};

/** The file cannot be scanned, so it must not be accepted. */
export class ScannerAwayError extends Error {
  override readonly name = 'ScannerAwayError';

  constructor(address: string, options?: ErrorOptions) {
    super(`The virus scanner at ${address} cannot say whether a file is harmless.`, options);
  }
}
