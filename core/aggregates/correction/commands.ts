import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import type { DocumentRef } from '#core/kernel/log/event.ts';
import type { Money } from '#core/kernel/money/money.ts';
import type { CorrectionKind } from './kinds.ts';

type For<Type extends string, Data> = { readonly type: Type; readonly correctionId: string } & Readonly<Data>;

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

export type CorrectionCommand =
  /** `by`: the administrator's id. `most`: what the document allows. */
  | For<'ProposeCorrection', Correction & { by: string; most?: Money }>
  /** Always by another one than who proposed it; `amount` and `valueDate` are what they saw. `lapsed` and `tied`: as of an approver. */
  | For<'ConfirmCorrection', { by: string; amount: Money; valueDate: string } & Pick<Approver, 'lapsed' | 'tied'>>
  | For<'RejectCorrection', { by: string }>;
