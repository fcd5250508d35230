export type AddedCodes = {
  readonly added: number;
  readonly duplicates: number;
  /** Places in the given list, from 0, that were in stock (or sold) already or came twice. */
  readonly duplicateIndexes: readonly number[];
};

export type OrderCode = {
  readonly codeId: string;
  /** Opened. */
  readonly code: string;
  readonly orderId: string;
  readonly lineId: string;
  readonly variantId: string;
  readonly lastFour: string;
  /** SHA-256 in hexadecimal over a salt of its own, which only we know, and the code: what the log may say of it. */
  readonly digest: string;
};

export type VariantStock = { readonly variantId: string; readonly free: bigint; readonly available: bigint };

/** The stock of gift codes, sealed at rest. */
export type CodeStore = {
  /** Adds codes to a variant; one that it has or had already is left out and reported. @throws InvalidCodeError */
  addCodes(variantId: string, codes: readonly string[]): Promise<AddedCodes>;
  /** Stock of the variants; `available` leaves out what waiting orders come first for. */
  available(variantIds: readonly string[]): Promise<readonly VariantStock[]>;
  /**
   * Opens the codes of an order for what follows from them, in the order in which they were allocated; nobody may be shown them.
   * `parts`: only the first so many of each line, those of an order that is delivered in part.
   */
  openOrder(orderId: string, parts?: ReadonlyMap<string, number>): Promise<readonly OrderCode[]>;
  /** The same for somebody, and marks them as seen once `record` has noted the look. Whether the caller may is the caller's to check. */
  revealOrder(
    orderId: string,
    parts?: ReadonlyMap<string, number>,
    record?: (codes: readonly OrderCode[]) => Promise<unknown>,
  ): Promise<readonly OrderCode[]>;
};

/** A text that cannot be a gift code. */
export class InvalidCodeError extends Error {
  override readonly name = 'InvalidCodeError';
  /** Its place in the given list, from 0. */
  readonly index: number;

  constructor(index: number) {
    super(`Line ${index + 1} is not a gift code.`);
    this.index = index;
  }
}
