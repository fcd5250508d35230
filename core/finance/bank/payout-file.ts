const MIN_DIGITS = 6;

/** 12 → 'PAY-000012' */
export const payoutFileReference = (number: bigint): string => `PAY-${number.toString().padStart(MIN_DIGITS, '0')}`;
