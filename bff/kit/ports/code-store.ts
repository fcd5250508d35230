export type AddedCodes = {
  readonly added: number;
  readonly duplicates: number;
  /** Places in the given list, from 0, of codes that were in stock (or sold) already or came twice. */
  readonly duplicateIndexes: readonly number[];
};

export type OrderCode = {
  readonly codeId: string;
  /** The opened code. */
  readonly code: string;
  readonly orderId: string;
  readonly lineId: string;
  readonly variantId: string;
  readonly lastFour: string;
  /** SHA-256 in hexadecimal over a secret salt and the code: the log may contain it. */
  readonly digest: string;
};

export type VariantStock = { readonly variantId: string; readonly free: bigint; readonly available: bigint };

/** The stock of gift codes, which is sealed. */
export type CodeStore = {
  /** Adds codes to a variant. A code that it has or had already is left out and reported. @throws InvalidCodeError */
  addCodes(variantId: string, codes: readonly string[]): Promise<AddedCodes>;
  /** Stock of the variants; `available` leaves out codes for waiting orders. */
  available(variantIds: readonly string[]): Promise<readonly VariantStock[]>;
  /**
   * Opens an order's codes for later steps, in the order of their allocation; they must not be shown to anybody. `parts`: only the first so
   * many of each line, for an order that is delivered in part.
   */
  openOrder(orderId: string, parts?: ReadonlyMap<string, number>): Promise<readonly OrderCode[]>;
  /** Opens them for a person, and marks them as seen after `record`. The caller checks the person's rights. */
  revealOrder(
    orderId: string,
    parts?: ReadonlyMap<string, number>,
    record?: (codes: readonly OrderCode[]) => Promise<unknown>,
  ): Promise<readonly OrderCode[]>;
};

export class InvalidCodeError extends Error {
  override readonly name = 'InvalidCodeError';
  /** Its place in the given list, from 0. */
  readonly index: number;

  constructor(index: number) {
    super(`Line ${index + 1} is not a gift code.`);
    this.index = index;
  }
}
