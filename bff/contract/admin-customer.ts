import { z } from 'zod';
import { CreditLimitForm, DiscountForm, RevokeApprovalForm } from './admin-forms.ts';
import {
  Approval,
  dataOf,
  Money,
  named,
  Owner,
  PageQuery,
  pageOf,
  SearchTerm,
  SortOrder,
  savedOf,
  Timestamp,
  Uuid,
} from './common.ts';
import { Company, CompanyIdentity } from './company.ts';
import { Wallet } from './wallet.ts';

const AdminUserStatus = z.enum(['active', 'pending']);

const userFields = {
  id: Uuid,
  name: z.string(),
  email: z.string(),
  status: AdminUserStatus,
  email_verified_at: Timestamp.nullable(),
  is_company_detail_complete: z.boolean(),
  is_banking_detail_complete: z.boolean(),
  is_approval_requested: z.boolean(),
  /** All personal data was erased. */
  is_erased: z.boolean(),
  is_approved: z.boolean(),
  company_name: z.string().nullable(),
  /** Sum of the wallets' credit limits in USD. */
  credit: z.string(),
  created_at: Timestamp,
};

export const AdminUser = named('AdminUser', userFields);
export type AdminUser = z.infer<typeof AdminUser>;

/** Bank data is masked except for the last four characters: `POST …/banking-details/reveal` shows it. */
export const AdminUserDetail = named('AdminUserDetail', {
  ...userFields,
  wallets: z.array(Wallet),
  /** For each wallet: how much credit one administrator may give alone, and the limit that waits for a second one. */
  wallet_credit: z.array(z.object({ wallet_id: Uuid, second_approval_above: Money, proposed: Approval.nullable() })),
  /** The sum of the wallets, in the base currency at the store's rates. */
  total_balance: Money,
  company: Company.nullable(),
  /** The last approved identity, while a changed company waits for approval and payouts wait with it. */
  approved_identity: CompanyIdentity.nullable(),
  banking: z
    .object({
      bank_name: z.string(),
      account_beneficiary_name: z.string(),
      currency: z.string(),
      account_iban_last_four: z.string(),
      bic_swift_last_four: z.string(),
    })
    .nullable(),
  has_mfa: z.boolean(),
  /** A waiting reset of the second factor; the customer can stop it until `due_at`. */
  second_factor_reset: z
    .object({ requested_at: Timestamp, due_at: Timestamp, requested_by: z.string(), checked: z.string() })
    .nullable(),
  /** Nobody signs in while it is frozen. */
  frozen: z.object({ frozen_at: Timestamp, frozen_by: z.string(), reason: z.string() }).nullable(),
  last_sign_in_at: Timestamp.nullable(),
});
export type AdminUserDetail = z.infer<typeof AdminUserDetail>;

/** `company_updated_at` is that of the company that was shown. It is required where a changed one waits. */
export const ApproveUserBody = z.object({ company_updated_at: Timestamp.optional() });

export const AdminUserListQuery = PageQuery.extend({
  search: SearchTerm.optional(),
  status: AdminUserStatus.optional(),
  /** Only customers who wait for their review. */
  awaiting_approval: z.enum(['true', 'false']).optional(),
  sort_by: z.enum(['created_at', 'name', 'email']).default('created_at'),
  sort_order: SortOrder.default('desc'),
});
export type AdminUserListQuery = z.infer<typeof AdminUserListQuery>;
export const AdminUserPage = pageOf(AdminUser);
export const AdminUserAnswer = dataOf(AdminUserDetail);
export const AdminUserSaved = savedOf(AdminUserDetail);

const MIN_USER_SEARCH_LENGTH = 3;
export const UserSearchQuery = z.object({
  term: SearchTerm.min(MIN_USER_SEARCH_LENGTH, 'Type at least 3 characters to search'),
});
export const UserSearchAnswer = dataOf(z.array(Owner));

export const UserDocumentParams = z.object({ id: Uuid, documentId: Uuid });

export const RevokeApprovalBody = RevokeApprovalForm.prefault({});
export const RejectCreditBody = CreditLimitForm.pick({ wallet_id: true, expect_proposed: true });

export const UserDiscount = named('UserDiscount', {
  user_id: Uuid,
  product_id: Uuid,
  /** The percentage in force. */
  percentage: z.number(),
  /** The percentage that a first administrator proposed. It counts once a second one confirms exactly this. */
  proposed: z
    .object({ by: z.object({ id: z.string(), name: z.string() }), at: Timestamp, percentage: z.number() })
    .nullable(),
});
export type UserDiscount = z.infer<typeof UserDiscount>;
export const RejectDiscountBody = DiscountForm.pick({ user_id: true, product_id: true, expect_proposed: true });
/** The discount as it is now; null where there is none. */
export const DiscountAnswer = z.object({ message: z.string(), discount: UserDiscount.nullable() });
export type DiscountAnswer = z.infer<typeof DiscountAnswer>;
/** `second_approval_above`: the largest percentage that one administrator may grant alone. */
export const DiscountList = dataOf(z.array(UserDiscount)).extend({ second_approval_above: z.number() });
export type DiscountList = z.infer<typeof DiscountList>;
