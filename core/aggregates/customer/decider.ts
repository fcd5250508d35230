import { assertNever, createDocumentDecider } from '#core/kernel/commands/decider.ts';
import { isSameData } from '#core/kernel/commands/same-data.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { SealedText } from '#core/kernel/log/event.ts';
import type { CustomerCommands } from './commands.ts';
import { type Discounts, evolveDiscounts, rejectDiscount, setDiscount, setDiscounts } from './discounts.ts';
import type { CustomerEvent } from './events.ts';
import { MAX_API_KEYS, MAX_DOCUMENTS } from './limits.ts';
import { emptyMap, lookUp, type VersionedMap, valuesOf, withValue } from './versioned-map.ts';

type Registered = {
  readonly isErased: boolean;
  readonly isEmailVerified: boolean;
  readonly isCompanyComplete: boolean;
  readonly approval: 'none' | 'requested' | 'approved' | 'revoked';
  /** Approved, but the company's identity has changed since, and nobody has checked it yet. */
  readonly isIdentityChanged: boolean;
  /** The note of the approval or its revocation. */
  readonly approvalNote: SealedText | null;
  /** With removed ones, so that a repeated command is recognised. These maps have no end: a customer adds and removes. */
  readonly documents: VersionedMap<{ readonly sha256: string; readonly isRemoved: boolean }>;
  readonly apiKeys: VersionedMap<{ readonly abilities: readonly string[]; readonly isRevoked: boolean }>;
  readonly mfaFactors: VersionedMap<{ readonly isDisabled: boolean }>;
  readonly discounts: Discounts;
};

const registered = (): Registered => ({
  isErased: false,
  isEmailVerified: false,
  isCompanyComplete: false,
  approval: 'none',
  isIdentityChanged: false,
  approvalNote: null,
  documents: emptyMap(),
  apiKeys: emptyMap(),
  mfaFactors: emptyMap(),
  discounts: emptyMap(),
});

const rules = createDocumentDecider<Registered, CustomerCommands, CustomerEvent, 'RegisterCustomer'>({
  first: {
    RegisterCustomer: ({ customerId }, state) => (state ? [] : [{ type: 'CustomerRegistered', data: { customerId } }]),
  },
  missing: 'There is no such customer.',
  later: {
    VerifyEmail: (_, { isEmailVerified }) => (isEmailVerified ? [] : [{ type: 'CustomerEmailVerified', data: {} }]),
    ChangeEmail: () => [{ type: 'CustomerEmailChanged', data: {} }],
    ChangePassword: () => [{ type: 'CustomerPasswordChanged', data: {} }],
    EnableMfa({ factorId }, { mfaFactors }) {
      const factor = lookUp(mfaFactors, factorId);
      if (factor?.isDisabled) throw reused(factorId);
      return factor ? [] : [{ type: 'CustomerMfaEnabled', data: { factorId } }];
    },
    DisableMfa({ factorId }, { mfaFactors }) {
      const factor = lookUp(mfaFactors, factorId);
      if (!factor) throw new DomainError('not_found', 'There is no such second factor.');
      return factor.isDisabled ? [] : [{ type: 'CustomerMfaDisabled', data: { factorId } }];
    },
    IssueApiKey: issueApiKey,
    RevokeApiKey({ keyId }, { apiKeys }) {
      const key = lookUp(apiKeys, keyId);
      if (!key) throw new DomainError('not_found', 'There is no such API key.');
      return key.isRevoked ? [] : [{ type: 'CustomerApiKeyRevoked', data: { keyId } }];
    },
    SaveCompanyDetails: saveCompanyDetails,
    AddDocument: addDocument,
    RemoveDocument({ documentId }, { documents }) {
      const document = lookUp(documents, documentId);
      if (!document) throw new DomainError('not_found', 'There is no such document.');
      return document.isRemoved ? [] : [{ type: 'CustomerDocumentRemoved', data: { documentId } }];
    },
    SaveBankingDetails: () => [{ type: 'CustomerBankingDetailsSaved', data: {} }],
    RequestApproval: (_, state) => requestApproval(state),
    ApproveCustomer({ note }, state) {
      if (state.approval === 'approved' && !state.isIdentityChanged) return againWith(note, state);
      if (state.approval === 'none') {
        throw new DomainError('invalid_state', 'This customer has not asked for approval yet.');
      }
      return [{ type: 'CustomerApproved', data: { note } }];
    },
    RevokeApproval({ note }, state) {
      if (state.approval === 'revoked') return againWith(note, state);
      if (state.approval !== 'approved') throw new DomainError('invalid_state', 'This customer is not approved.');
      return [{ type: 'CustomerApprovalRevoked', data: { note } }];
    },
    SetDiscount: (command, { discounts }) => setDiscount(command, discounts),
    SetDiscounts: (command, { discounts }) => setDiscounts(command, discounts),
    RejectDiscount: (command, { discounts }) => rejectDiscount(command, discounts),
    EraseCustomer: () => [{ type: 'CustomerErased', data: {} }],
  },
  evolve(state, event) {
    if (event.type === 'CustomerRegistered') return registered();
    return state ? evolveRegistered(state, event) : state;
  },
});

/** The rules of an account: what an approval requires, and no change after erasure. */
export const customerDecider: typeof rules = {
  ...rules,
  decide(command, state) {
    if (!state?.isErased) return rules.decide(command, state);
    if (command.type === 'EraseCustomer') return [];
    throw new DomainError('invalid_state', 'This customer was erased: nothing can be changed any more.');
  },
};

/** The decision is made already: a repetition changes nothing. It is refused with another note, which would be lost. */
function againWith(note: SealedText | null, { approval, approvalNote }: Registered): CustomerEvent[] {
  if (note === null || note === approvalNote) return [];
  throw new DomainError(
    'invalid_state',
    `This customer is ${approval} already, with another note. Nothing was changed.`,
  );
}

function saveCompanyDetails(
  { isComplete, changesIdentity }: CustomerCommands['SaveCompanyDetails'],
  { approval }: Registered,
): CustomerEvent[] {
  const saved: CustomerEvent = { type: 'CustomerCompanyDetailsSaved', data: { isComplete } };
  const isChanged = changesIdentity && approval === 'approved';
  return isChanged ? [saved, { type: 'CustomerIdentityChanged', data: {} }] : [saved];
}

function issueApiKey({ keyId, abilities }: CustomerCommands['IssueApiKey'], state: Registered): CustomerEvent[] {
  const key = lookUp(state.apiKeys, keyId);
  if (key) {
    if (!key.isRevoked && isSameData(key.abilities, abilities)) return [];
    throw reused(keyId);
  }
  if (valuesOf(state.apiKeys).filter((each) => !each.isRevoked).length >= MAX_API_KEYS) {
    throw new DomainError('invalid_state', `A customer can have ${MAX_API_KEYS} API keys at most. Revoke one first.`);
  }
  return [{ type: 'CustomerApiKeyIssued', data: { keyId, abilities: [...abilities] } }];
}

function addDocument({ documentId, sha256 }: CustomerCommands['AddDocument'], state: Registered): CustomerEvent[] {
  const document = lookUp(state.documents, documentId);
  if (document) {
    if (!document.isRemoved && document.sha256 === sha256) return [];
    throw reused(documentId);
  }
  if (documentsOf(state) >= MAX_DOCUMENTS) {
    throw new DomainError('invalid_state', `A customer can have ${MAX_DOCUMENTS} documents at most. Remove one first.`);
  }
  return [{ type: 'CustomerDocumentAdded', data: { documentId, sha256 } }];
}

function requestApproval(state: Registered): CustomerEvent[] {
  if (state.approval === 'requested' || state.approval === 'approved') return [];
  const missing = [
    ...(state.isEmailVerified ? [] : ['a verified e-mail address']),
    ...(state.isCompanyComplete ? [] : ['complete company details']),
    ...(documentsOf(state) > 0 ? [] : ['a document']),
  ];
  if (missing.length > 0) {
    throw new DomainError('invalid_state', `Approval needs ${missing.join(', ')} first.`, {
      missing: missing.join(', '),
    });
  }
  return [{ type: 'CustomerApprovalRequested', data: {} }];
}

function evolveRegistered(
  state: Registered,
  event: Exclude<CustomerEvent, { type: 'CustomerRegistered' }>,
): Registered {
  switch (event.type) {
    case 'CustomerEmailVerified':
      return { ...state, isEmailVerified: true };
    case 'CustomerEmailChanged':
      // The new address is not verified yet.
      return { ...state, isEmailVerified: false };
    case 'CustomerPasswordChanged':
    case 'CustomerBankingDetailsSaved':
      return state;
    case 'CustomerMfaEnabled':
      return { ...state, mfaFactors: withValue(state.mfaFactors, event.data.factorId, { isDisabled: false }) };
    case 'CustomerMfaDisabled':
      return { ...state, mfaFactors: withValue(state.mfaFactors, event.data.factorId, { isDisabled: true }) };
    case 'CustomerApiKeyIssued': {
      const { keyId, abilities } = event.data;
      return { ...state, apiKeys: withValue(state.apiKeys, keyId, { abilities, isRevoked: false }) };
    }
    case 'CustomerApiKeyRevoked': {
      const { keyId } = event.data;
      const abilities = lookUp(state.apiKeys, keyId)?.abilities ?? [];
      return { ...state, apiKeys: withValue(state.apiKeys, keyId, { abilities, isRevoked: true }) };
    }
    case 'CustomerCompanyDetailsSaved':
      return { ...state, isCompanyComplete: event.data.isComplete };
    case 'CustomerIdentityChanged':
      return { ...state, isIdentityChanged: true };
    case 'CustomerDocumentAdded': {
      const { documentId, sha256 } = event.data;
      return { ...state, documents: withValue(state.documents, documentId, { sha256, isRemoved: false }) };
    }
    case 'CustomerDocumentRemoved': {
      const { documentId } = event.data;
      const sha256 = lookUp(state.documents, documentId)?.sha256 ?? '';
      return { ...state, documents: withValue(state.documents, documentId, { sha256, isRemoved: true }) };
    }
    case 'CustomerApprovalRequested':
      return { ...state, approval: 'requested' };
    case 'CustomerApproved':
      return { ...state, approval: 'approved', isIdentityChanged: false, approvalNote: event.data.note };
    case 'CustomerApprovalRevoked':
      return { ...state, approval: 'revoked', isIdentityChanged: false, approvalNote: event.data.note };
    case 'CustomerDiscountProposed':
    case 'CustomerDiscountRejected':
    case 'CustomerDiscountSet':
      return { ...state, discounts: evolveDiscounts(state.discounts, event) };
    case 'CustomerErased':
      return { ...state, isErased: true };
    default:
      return assertNever(event);
  }
}

const documentsOf = (state: Registered) => valuesOf(state.documents).filter((document) => !document.isRemoved).length;

/** A rough size in memory. */
export const customerStateBytes = (state: Registered | null): number =>
  BYTES +
  (state ? state.documents.size + state.apiKeys.size + state.mfaFactors.size + state.discounts.size : 0) *
    BYTES_PER_ENTRY;
const [BYTES, BYTES_PER_ENTRY] = [1_000, 250];

const reused = (reference: string) =>
  new DomainError('reference_reused', 'This id was used before with other data. Nothing was changed.', { reference });
