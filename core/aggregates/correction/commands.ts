import type { Commands } from '#core/kernel/commands/decider.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import type { DocumentRef } from '#core/kernel/log/event.ts';
import type { Money } from '#core/kernel/money/money.ts';
import type { CorrectionKind } from './kinds.ts';

export type Correction = {
  readonly number: string;
  readonly kind: CorrectionKind;
  readonly amount: Money;
  readonly reason: string;
  readonly paper?: string;
  readonly bankLineId?: string;
  readonly corrects?: DocumentRef;
  /** Of the document. */
  readonly walletId?: string;
  readonly valueDate: string;
};

type Inputs = {
  /** `by`: the administrator's id. `most`: what the document allows. */
  ProposeCorrection: Correction & { by: string; most?: Money };
  /**
   * Always by another one than who proposed it; `number`, `amount` and `valueDate` are what they saw: what is proposed again has another
   * number. `lapsed` and `tied`: as of an approver.
   */
  ConfirmCorrection: { by: string } & Pick<Correction, 'number' | 'amount' | 'valueDate'> &
    Pick<Approver, 'lapsed' | 'tied'>;
  RejectCorrection: { by: string };
};
export type CorrectionCommands = Commands<{ correctionId: string }, Inputs>;
export type CorrectionCommand = CorrectionCommands[keyof CorrectionCommands];
