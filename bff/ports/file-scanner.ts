/** Looks for malware in what people send. */
export type FileScanner = {
  /** The name of what it found, or undefined. @throws ScannerAwayError */
  scan(content: Buffer): Promise<string | undefined>;
  isReachable(): Promise<boolean>;
};

/** Nobody can say whether a file is harmless: it must not be taken. */
export class ScannerAwayError extends Error {
  override readonly name = 'ScannerAwayError';

  constructor(address: string, options?: ErrorOptions) {
    super(`The virus scanner at ${address} cannot say whether a file is harmless.`, options);
  }
}
