import { type AdminUserListQuery, adminCustomerRoutes } from '#bff/contract/people/admin-customer.ts';
import type { CreditLimitForm } from '#bff/contract/people/customer-form.ts';
import { approveAsShown, findIdentity } from '#bff/identity/accounts/company-identity.ts';
import { mailCustomer } from '#bff/identity/accounts/mail-customer.ts';
import { recordAction } from '#bff/identity/audit/record-action.ts';
import { askForReset, takeResetBack } from '#bff/identity/factors/second-factor-reset.ts';
import { approveBy } from '#bff/kit/approvals/approve.ts';
import { creditSubject } from '#bff/kit/approvals/decided-alone.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { requireNotEditor } from '#bff/kit/http/own-customer.ts';
import { feature, type Handlers } from '#bff/kit/http/register-routes.ts';
import { conflict, found, invalidField, savedButNotShown } from '#bff/kit/lib/api-error.ts';
import { requireShownAmount } from '#bff/kit/lib/as-shown.ts';
import { pageAsked } from '#bff/kit/lib/asked.ts';
import { sealNote } from '#bff/kit/lib/notes.ts';
import { pageMeta } from '#bff/kit/lib/present.ts';
import { presentWallet } from '#bff/kit/lib/present-wallet.ts';
import { readAmount } from '#bff/kit/lib/read-amount.ts';
import { findBankingDetail } from '#bff/money/payees/banking-store.ts';
import { walletsAt } from '#bff/money/wallets/own-wallet.ts';
import { presentAdminWithdrawals } from '#bff/money/withdrawals/admin-present.ts';
import { accountApprovedMail } from '#bff/papers/mails/account-mails.ts';
import { findCompany, presentDocument } from '#bff/people/company/company-store.ts';
import { receiveDocument, removeDocument, requireDocument, sendDocument } from '#bff/people/company/documents.ts';
import { saveDetails } from '#bff/people/company/save-details.ts';
import { listUserDiscounts, requireDiscountAsShown, setDiscount } from '#bff/people/discounts/discount.ts';
import { formatMoney } from '#core/kernel/money/money.ts';
import {
  CUSTOMER_STATUSES,
  type CustomerSort,
  type CustomerStatus,
  findCustomer,
  listCustomers,
} from '#projections/models/customers.ts';
import { findWallet, type WalletView } from '#projections/models/wallets.ts';
import { listWithdrawals } from '#projections/models/withdrawals.ts';
import { presentAdminUsers } from './admin-present.ts';
import { loadUserDetail } from './detail.ts';
import { endCustomerSessions, freezeAccount, unfreezeAccount } from './protect.ts';

/** Each answer is the customer's page, read after the write. */
const SHOWN = { wait: 'shown' } as const;
/** Suggestions of the user picker. */
const MAX_SEARCH_RESULTS = 20;

const SORTS: Readonly<Record<AdminUserListQuery['sort_by'], CustomerSort>> = {
  created_at: 'registered_at',
  name: 'name',
  email: 'email',
};

export const registerAdminUsers = feature(adminCustomerRoutes, (deps) => {
  const { database, notes } = deps;
  const requireCustomer = async (id: string) => found(await findCustomer(database, id), 'There is no such customer.');
  const saved = async (message: string, id: string) => ({ message, data: await loadUserDetail(deps, id) });

  return {
    listCustomers: async ({ query }) => {
      const page = await listCustomers(database, {
        ...pageAsked(query),
        sortBy: SORTS[query.sort_by],
        sortOrder: query.sort_order,
        status: statusesOf(query),
        search: query.search,
      });
      return { data: await presentAdminUsers(database, page.items, await deps.rates()), meta: pageMeta(page) };
    },
    searchCustomers: async ({ query }) => {
      const page = await listCustomers(database, {
        perPage: MAX_SEARCH_RESULTS,
        search: query.term,
        status: NOT_ERASED,
        sortBy: 'name',
        sortOrder: 'asc',
      });
      return {
        data: page.items.map((row) => ({ id: row.customerId, name: row.name ?? '', email: row.email ?? '' })),
      };
    },
    getCustomer: async ({ params }) => ({ data: await loadUserDetail(deps, params.id) }),
    getCustomerWallets: async ({ params, query }) => {
      await requireCustomer(params.id);
      return { data: (await walletsAt(database, params.id, query)).map(presentWallet) };
    },
    getCustomerWithdrawals: async ({ params, query }) => {
      await requireCustomer(params.id);
      const page = await listWithdrawals(database, { ...pageAsked(query), customerId: params.id });
      return { data: await presentAdminWithdrawals(deps, page.items, { decides: false }), meta: pageMeta(page) };
    },
    approveCustomer: async (call) => {
      await approveCustomer(deps, call);
      return saved('The account has been approved', call.params.id);
    },
    revokeCustomer: async (call) => {
      const customerId = call.params.id;
      await requireCustomer(customerId);
      const note = await sealNote(notes, customerId, call.body.reason);
      await call.execute({ type: 'RevokeApproval', customerId, note }, SHOWN);
      return saved('The approval has been revoked', customerId);
    },
    setCustomerCredit: async (call) => saved(await setCredit(deps, call), call.params.id),
    rejectCustomerCredit: async (call) => {
      const wallet = await requireWallet(deps, call.params.id, call.body.wallet_id);
      requireProposed(wallet, call.body.expect_proposed);
      await call.execute({ type: 'RejectCreditLimit', walletId: wallet.walletId }, SHOWN);
      return saved('The credit limit that waited was rejected', call.params.id);
    },
    resetCustomerSecondFactor: async (call) => {
      await askForReset(deps, call);
      return saved('The customer was told. The second factor is removed after the delay', call.params.id);
    },
    takeSecondFactorResetBack: async (call) => {
      await takeResetBack(deps, call);
      return saved('The reset was taken back', call.params.id);
    },
    endCustomerSessions: async (call) => {
      await endCustomerSessions(deps, call);
      return saved('The customer is signed out everywhere and was told', call.params.id);
    },
    freezeCustomer: async (call) => {
      await freezeAccount(deps, call);
      return saved('The account is frozen. The customer was told', call.params.id);
    },
    unfreezeCustomer: async (call) => {
      await unfreezeAccount(deps, call);
      return saved('The account is open again. The customer was told', call.params.id);
    },
    getCustomerDiscounts: async ({ params, actor }) => {
      await requireCustomer(params.id);
      return listUserDiscounts(deps, params.id, actor);
    },
    setCustomerDiscount: (call) => setDiscount(deps, call),
    rejectCustomerDiscount: async (call) => {
      const { user_id: customerId, product_id: productId } = call.body;
      await requireDiscountAsShown(deps, call.body);
      await call.execute({ type: 'RejectDiscount', customerId, productId }, SHOWN);
      return { message: 'The discount that waited was rejected' };
    },
    ...onboardingRoutes(deps, requireCustomer),
  };
});

/** Approves and sends a mail. @throws ApiError 409 where a changed company is not the one that was shown; DomainError as the customer refuses it */
async function approveCustomer(
  deps: BffDeps,
  call: Parameters<Handlers<typeof adminCustomerRoutes>['approveCustomer']>[0],
): Promise<void> {
  const customerId = call.params.id;
  found(await findCustomer(deps.database, customerId), 'There is no such customer.');
  if (!(await findIdentity(deps.database, customerId))) {
    throw conflict(
      'invalid_state',
      'There are no company details, so no invoice could be written. Nothing was approved: ask the customer for them, or fill them in.',
    );
  }
  await requireNotEditor(deps, call.actor, customerId);
  const command = { type: 'ApproveCustomer', customerId, note: null } as const;
  const { events, position } = await approveAsShown(deps.database, customerId, call.body.company_updated_at, () =>
    call.execute(command, { wait: false }),
  );
  if (!(await call.shown(position))) throw savedButNotShown();
  const [event] = events;
  if (!event) return;
  // Named for the event: a new approval after a revocation mails again, a repeated click does not.
  const mail = accountApprovedMail(deps.config.publicUrl);
  await mailCustomer(deps, customerId, 'account-approved', mail, `approved-${event.id}`);
}

/** @throws ApiError 409 where the limit that waits is another one than was shown */
const requireProposed = ({ proposedLimit, currency }: WalletView, shown: string | null | undefined): void =>
  requireShownAmount('expect_proposed', 'The limit that waits', shown, proposedLimit, currency);

/** @returns the message. @throws ApiError 422, 409; DomainError as the wallet refuses it */
async function setCredit(
  deps: BffDeps,
  call: Parameters<Handlers<typeof adminCustomerRoutes>['setCustomerCredit']>[0],
): Promise<string> {
  const { wallet, limit, raise } = await readLimit(deps, call.params.id, call.body);
  const { walletId } = wallet;
  // What stands as it was asked for changes nothing: this is a repetition.
  const isOwn = wallet.proposedBy === call.actor.administratorId && wallet.proposedLimit === limit.amount;
  if (wallet.creditLimit !== limit.amount && !isOwn) {
    const { expect_credit_limit: shown, expect_proposed } = call.body;
    requireShownAmount('expect_credit_limit', 'The credit limit', shown, wallet.creditLimit, limit.currency);
    requireProposed(wallet, expect_proposed);
  }
  await approveBy(
    deps,
    call,
    {
      kind: 'credit',
      customerId: call.params.id,
      subject: creditSubject(walletId),
      amount: limit,
      ofDay: { subject: `credit:${walletId}:${limit.amount}`, amount: raise },
    },
    (by) => ({ type: 'SetCreditLimit', walletId, limit, by }),
  );
  return (await findWallet(deps.database, walletId))?.creditLimit === limit.amount
    ? `The credit limit is now ${formatMoney(limit)}`
    : `Your approval of ${formatMoney(limit)} is saved. A second administrator has to confirm it before it counts.`;
}

/** What a customer hands in for approval, for an administrator to see and correct. */
function onboardingRoutes(deps: BffDeps, requireCustomer: (id: string) => Promise<unknown>) {
  const { database } = deps;
  return {
    revealCustomerBanking: async (call) => {
      const { id } = call.params;
      await requireCustomer(id);
      const banking = found(await findBankingDetail(deps, id), 'There are no banking details yet.');
      // The record comes first: a look that cannot be recorded is not allowed.
      await recordAction(call, 'banking-revealed', ['customer', id]);
      call.reply.header('cache-control', 'private, no-store');
      return { data: banking };
    },
    saveCustomerCompany: async (call) => {
      const customerId = call.params.id;
      await requireCustomer(customerId);
      const companyId = call.newId('company');
      await saveDetails(deps, call.execute, { customerId, companyId, details: call.body });
      const company = found(await findCompany(database, customerId, 'administrator'), 'There is no such customer.');
      return { message: 'Company details created successfully.', data: company };
    },
    addCustomerDocument: async (call) => {
      const customerId = call.params.id;
      await requireCustomer(customerId);
      const row = await receiveDocument(deps, call.request, customerId, call.execute);
      return {
        message: 'Document uploaded successfully.',
        data: presentDocument(row, 'administrator'),
      };
    },
    openCustomerDocument: async (call) => {
      const { id, documentId } = call.params;
      const document = await requireDocument(deps, id, documentId, 'administrator');
      await recordAction(call, 'document-viewed', ['document', documentId], { customer_id: id });
      return sendDocument(deps, call.reply, document);
    },
    removeCustomerDocument: async (call) => {
      await removeDocument(deps, call.params.id, call.params.documentId, call.execute);
      return { message: 'Document deleted successfully.' };
    },
  } satisfies Partial<Handlers<typeof adminCustomerRoutes>>;
}

const NOT_ERASED: readonly CustomerStatus[] = CUSTOMER_STATUSES.filter((status) => status !== 'erased');

function statusesOf(query: AdminUserListQuery): readonly CustomerStatus[] {
  if (query.awaiting_approval === 'true') return ['awaiting_approval'];
  if (query.status === 'active') return ['approved'];
  if (query.status === 'pending') return NOT_ERASED.filter((status) => status !== 'approved');
  return NOT_ERASED;
}

/** @throws ApiError 422 for a wallet that is not this customer's */
async function requireWallet({ database }: Pick<BffDeps, 'database'>, customerId: string, walletId: string) {
  const [wallet, customer] = await Promise.all([
    findWallet(database, walletId, customerId),
    findCustomer(database, customerId),
  ]);
  if (customer?.status === 'erased') {
    throw conflict('invalid_state', 'This customer was erased: nothing can be changed any more.');
  }
  if (!wallet) throw invalidField('wallet_id', 'Selected wallet not found');
  return wallet;
}

/** @throws ApiError 422 */
async function readLimit(deps: Pick<BffDeps, 'database'>, customerId: string, body: CreditLimitForm) {
  const wallet = await requireWallet(deps, customerId, body.wallet_id);
  const limit = readAmount('credit_limit', body.credit_limit, wallet.currency);
  const more = limit.amount - wallet.creditLimit;
  return { wallet, limit, raise: { ...limit, amount: more > 0n ? more : 0n } };
}
