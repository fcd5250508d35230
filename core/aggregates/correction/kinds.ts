// What may be corrected by hand, in words for screens. Pure facts: the contract and the screens read them.

export const CORRECTION_KINDS = [
  'bank-charge',
  'interest',
  'deposit-taken-back',
  'payout-returned',
  'owner',
  'other',
  'write-off',
] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

type Facts = {
  readonly title: string;
  readonly what: string;
  /** The sign of its amount at the bank; both where the bank may also take it back. */
  readonly sign: 'in' | 'out' | 'both';
  readonly document: 'deposit' | 'withdrawal' | null;
  readonly isAtBank: boolean;
};

export const CORRECTIONS: { readonly [Kind in CorrectionKind]: Facts } = {
  'bank-charge': {
    title: 'Bank charge',
    what: 'A fee of the bank, or a fee that it gave back.',
    sign: 'both',
    document: null,
    isAtBank: true,
  },
  interest: {
    title: 'Interest',
    what: 'Interest that the bank paid, or charged.',
    sign: 'both',
    document: null,
    isAtBank: true,
  },
  'deposit-taken-back': {
    title: 'Deposit taken back',
    what: 'The bank took back money of a deposit. The wallet is debited as far as it has funds; the rest is a receivable.',
    sign: 'out',
    document: 'deposit',
    isAtBank: true,
  },
  'payout-returned': {
    title: 'Payout returned',
    what: 'A payout came back. The wallet is credited with it.',
    sign: 'in',
    document: 'withdrawal',
    isAtBank: true,
  },
  owner: {
    title: 'Owner’s account',
    what: 'Money that the owner paid in or took out.',
    sign: 'both',
    document: null,
    isAtBank: true,
  },
  other: {
    title: 'Other income or expense',
    what: 'Anything else that moved money at the bank.',
    sign: 'both',
    document: null,
    isAtBank: true,
  },
  'write-off': {
    title: 'Receivable written off',
    what: 'What a customer owes for a deposit that was taken back, and does not have to pay any more. Nothing moves at the bank.',
    sign: 'in',
    document: 'deposit',
    isAtBank: false,
  },
};

export const MAX_CORRECTION_TEXT = 300;
