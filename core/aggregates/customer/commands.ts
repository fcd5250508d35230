import type { Commands } from '#core/kernel/commands/decider.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import type { SealedText } from '#core/kernel/log/event.ts';

/** In basis points: as it was shown, and as it is to be. A product is named once. */
type ShownDiscount = { readonly productId: string; readonly shown: number; readonly basisPoints: number };

type Inputs = {
  RegisterCustomer: object;
  VerifyEmail: object;
  ChangeEmail: object;
  ChangePassword: object;
  EnableMfa: { factorId: string };
  DisableMfa: { factorId: string };
  IssueApiKey: { keyId: string; abilities: string[] };
  RevokeApiKey: { keyId: string };
  /** `changesIdentity`: the details that were approved have changed. */
  SaveCompanyDetails: { isComplete: boolean; changesIdentity?: boolean };
  AddDocument: { documentId: string; sha256: string };
  RemoveDocument: { documentId: string };
  SaveBankingDetails: object;
  /** Refused unless the e-mail is verified, the company details are complete and there is a document. */
  RequestApproval: object;
  /** Refused unless approval was requested (idempotent when approved). It also approves a changed identity. */
  ApproveCustomer: { note: SealedText | null };
  RevokeApproval: { note: SealedText | null };
  /** A raise above what its approver may grant alone waits for a second approver. */
  SetDiscount: { productId: string; basisPoints: number; by: Approver };
  /**
   * Sets those discounts that are still as they were shown, where no other one waits. The others stay as they are, and so does a raise that
   * takes a second approver where there is none. `first`: who approved them before `by`.
   */
  SetDiscounts: { discounts: readonly ShownDiscount[]; by: Approver; first: string | null };
  RejectDiscount: { productId: string };
  EraseCustomer: object;
};
export type CustomerCommands = Commands<{ customerId: string }, Inputs>;
export type CustomerCommand = CustomerCommands[keyof CustomerCommands];
