import type { SealedText } from '#core/kernel/event.ts';
import type { Money } from '#core/kernel/money.ts';

type For<Type extends string, Data = unknown> = { readonly type: Type; readonly withdrawalId: string } & Readonly<Data>;

export type WithdrawalCommand =
  | For<
      'RequestWithdrawal',
      {
        number: string;
        customerId: string;
        walletId: string;
        amount: Money;
        requestedBy: 'customer' | 'administrator';
        bankSnapshotId: string | null;
        userNote: SealedText | null;
        adminNote: SealedText | null;
      }
    >
  | For<'ConfirmFundsHeld'>
  | For<'FailWithdrawal', { reason: string }>
  /** Only once the funds are held. */
  | For<'CompleteWithdrawal', { note: SealedText | null }>
  /** Only once the funds are held. */
  | For<'RejectWithdrawal', { adminNote: SealedText | null; userNote: SealedText | null }>;
