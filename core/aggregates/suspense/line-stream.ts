const REFERENCE_DIGITS = 10;
/**
 * The reference of a transfer that returns the line's money; it identifies the return on a later statement:
 * `RET-5F3A9C0B1D`.
 */
export const returnReference = (lineId: string): string => `RET-${lineId.slice(0, REFERENCE_DIGITS).toUpperCase()}`;

/** The id of a line's own stream: the beginning of its digest, as a UUID (RFC 9562 version 8). */
export const suspenseIdOf = (lineId: string): string =>
  [
    lineId.slice(0, 8),
    lineId.slice(8, 12),
    `8${lineId.slice(13, 16)}`,
    `8${lineId.slice(17, 20)}`,
    lineId.slice(20, 32),
  ].join('-');
