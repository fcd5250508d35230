import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import type { SealedText } from '#core/kernel/log/event.ts';

type For<Type extends string, Data = unknown> = { readonly type: Type; readonly customerId: string } & Readonly<Data>;

export type CustomerCommand =
  | For<'RegisterCustomer'>
  | For<'VerifyEmail'>
  | For<'ChangeEmail'>
  | For<'ChangePassword'>
  | For<'EnableMfa', { factorId: string }>
  | For<'DisableMfa', { factorId: string }>
  | For<'IssueApiKey', { keyId: string; abilities: string[] }>
  | For<'RevokeApiKey', { keyId: string }>
  /** `changesIdentity`: the details that were approved have changed. */
  | For<'SaveCompanyDetails', { isComplete: boolean; changesIdentity?: boolean }>
  | For<'AddDocument', { documentId: string; sha256: string }>
  | For<'RemoveDocument', { documentId: string }>
  | For<'SaveBankingDetails'>
  /** Refused unless the e-mail is verified, the company details are complete and there is a document. */
  | For<'RequestApproval'>
  /** Refused unless approval was requested (idempotent when approved). It also approves a changed identity. */
  | For<'ApproveCustomer', { note: SealedText | null }>
  | For<'RevokeApproval', { note: SealedText | null }>
  /** A raise above what its approver may grant alone waits for a second approver. */
  | For<'SetDiscount', { productId: string; basisPoints: number; by: Approver }>
  | For<'RejectDiscount', { productId: string }>
  | For<'EraseCustomer'>;
