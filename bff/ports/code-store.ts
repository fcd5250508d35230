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
  readonly firstRevealedAt: Date | null;
};

export type VariantStock = { readonly variantId: string; readonly free: bigint; readonly available: bigint };

/** The stock of gift codes, sealed at rest. */
export type CodeStore = {
  /** Adds codes to a variant; one that it has or had already is left out and reported. @throws InvalidCodeError */
  addCodes(variantId: string, codes: readonly string[]): Promise<AddedCodes>;
  /** Stock of the variants; `available` leaves out what waiting orders come first for. */
  available(variantIds: readonly string[]): Promise<readonly VariantStock[]>;
  /**
   * Opens the codes of an order and marks them as seen; whether the caller may see them is the caller's to check. `parts`: only the
   * first so many of each line, those of an order that is delivered in part.
   */
  revealOrder(orderId: string, parts?: ReadonlyMap<string, number>): Promise<readonly OrderCode[]>;
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
