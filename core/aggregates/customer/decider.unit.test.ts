import { describe, it } from 'node:test';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { SealedText } from '#core/kernel/log/event.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';
import type { CustomerCommand } from './commands.ts';
import { customerDecider } from './decider.ts';
import type { CustomerEvent } from './events.ts';
import { MAX_API_KEYS, MAX_DOCUMENTS } from './limits.ts';

const { given } = specificationOf(customerDecider);
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const customerId = id(1);
const note = SealedText.parse('sealed');

const register: CustomerCommand = { type: 'RegisterCustomer', customerId };
const registered: CustomerEvent = { type: 'CustomerRegistered', data: { customerId } };
const verify: CustomerCommand = { type: 'VerifyEmail', customerId };
const verified: CustomerEvent = { type: 'CustomerEmailVerified', data: {} };
const emailChanged: CustomerEvent = { type: 'CustomerEmailChanged', data: {} };
const saveCompany = (isComplete: boolean): CustomerCommand => ({ type: 'SaveCompanyDetails', customerId, isComplete });
const companySaved = (isComplete: boolean): CustomerEvent => ({
  type: 'CustomerCompanyDetailsSaved',
  data: { isComplete },
});
const add = (n: number, sha256 = 'a'): CustomerCommand => ({
  type: 'AddDocument',
  customerId,
  documentId: id(n),
  sha256,
});
const documentAdded = (n: number): CustomerEvent => ({
  type: 'CustomerDocumentAdded',
  data: { documentId: id(n), sha256: 'a' },
});
const remove = (n: number): CustomerCommand => ({ type: 'RemoveDocument', customerId, documentId: id(n) });
const documentRemoved = (n: number): CustomerEvent => ({
  type: 'CustomerDocumentRemoved',
  data: { documentId: id(n) },
});
const ask: CustomerCommand = { type: 'RequestApproval', customerId };
const asked: CustomerEvent = { type: 'CustomerApprovalRequested', data: {} };
const approve: CustomerCommand = { type: 'ApproveCustomer', customerId, note };
const approved: CustomerEvent = { type: 'CustomerApproved', data: { note } };
const revoke: CustomerCommand = { type: 'RevokeApproval', customerId, note };
const revoked: CustomerEvent = { type: 'CustomerApprovalRevoked', data: { note } };
const enableMfa: CustomerCommand = { type: 'EnableMfa', customerId, factorId: id(5) };
const mfaEnabled: CustomerEvent = { type: 'CustomerMfaEnabled', data: { factorId: id(5) } };
const disableMfa: CustomerCommand = { type: 'DisableMfa', customerId, factorId: id(5) };
const mfaDisabled: CustomerEvent = { type: 'CustomerMfaDisabled', data: { factorId: id(5) } };
const issue = (n: number, abilities = ['orders:read']): CustomerCommand => ({
  type: 'IssueApiKey',
  customerId,
  keyId: id(n),
  abilities,
});
const issued = (n: number): CustomerEvent => ({
  type: 'CustomerApiKeyIssued',
  data: { keyId: id(n), abilities: ['orders:read'] },
});
const revokeKey = (n: number): CustomerCommand => ({ type: 'RevokeApiKey', customerId, keyId: id(n) });
const keyRevoked = (n: number): CustomerEvent => ({ type: 'CustomerApiKeyRevoked', data: { keyId: id(n) } });
const discount = (basisPoints: number, by = ALONE): CustomerCommand => ({
  type: 'SetDiscount',
  customerId,
  productId: 'p',
  basisPoints,
  by,
});
const discounted = (basisPoints: number): CustomerEvent => ({
  type: 'CustomerDiscountSet',
  data: { productId: 'p', basisPoints },
});
const erase: CustomerCommand = { type: 'EraseCustomer', customerId };
const erased: CustomerEvent = { type: 'CustomerErased', data: {} };
const complete = [registered, verified, companySaved(true), documentAdded(2)];
const others: CustomerCommand[] = [
  verify,
  { type: 'ChangeEmail', customerId },
  { type: 'ChangePassword', customerId },
  enableMfa,
  disableMfa,
  issue(3),
  revokeKey(3),
  saveCompany(true),
  add(2),
  remove(2),
  { type: 'SaveBankingDetails', customerId },
  ask,
  approve,
  revoke,
  discount(100),
  erase,
];

describe('a customer', () => {
  it('registers once, before everything else', () => {
    given().when(register).thenEvents(registered);
    given(registered).when(register).thenNothing();
    for (const command of others) given().when(command).thenRefused('not_found');
  });
  it('that was erased changes no more', () => {
    given(registered).when(erase).thenEvents(erased);
    given(registered, erased).when(erase).thenNothing();
    for (const command of [register, ...others].filter(({ type }) => type !== 'EraseCustomer')) {
      given(registered, erased)
        .when(command)
        .thenRefused('invalid_state', /erased/);
    }
  });
  it('verifies the address once, and again after changing it', () => {
    given(registered).when(verify).thenEvents(verified);
    given(registered, verified).when(verify).thenNothing();
    given(registered, verified).when({ type: 'ChangeEmail', customerId }).thenEvents(emailChanged);
    given(registered, verified, emailChanged).when(verify).thenEvents(verified);
  });
  it('changes password and details as often as wanted', () => {
    given(registered)
      .when({ type: 'ChangePassword', customerId })
      .thenEvents({ type: 'CustomerPasswordChanged', data: {} });
    given(registered, companySaved(true)).when(saveCompany(false)).thenEvents(companySaved(false));
    given(registered)
      .when({ type: 'SaveBankingDetails', customerId })
      .thenEvents({ type: 'CustomerBankingDetailsSaved', data: {} });
  });
});

describe('documents', () => {
  it('are added and removed once', () => {
    given(registered).when(add(2)).thenEvents(documentAdded(2));
    given(registered, documentAdded(2)).when(add(2)).thenNothing();
    given(registered, documentAdded(2)).when(remove(2)).thenEvents(documentRemoved(2));
    given(registered, documentAdded(2), documentRemoved(2)).when(remove(2)).thenNothing();
  });
  it('keep their id for one content', () => {
    given(registered, documentAdded(2)).when(add(2, 'b')).thenRefused('reference_reused');
    given(registered, documentAdded(2), documentRemoved(2)).when(add(2)).thenRefused('reference_reused');
    given(registered).when(remove(2)).thenRefused('not_found');
  });
  it('are bounded in number, removed ones not counted', () => {
    const many = Array.from({ length: MAX_DOCUMENTS }, (_, n) => documentAdded(100 + n));
    given(registered, ...many)
      .when(add(2))
      .thenRefused('invalid_state');
    given(registered, ...many, documentRemoved(100))
      .when(add(2))
      .thenEvents(documentAdded(2));
  });
});

describe('approval', () => {
  it('is asked for once everything is there', () => {
    given(...complete)
      .when(ask)
      .thenEvents(asked);
    given(...complete, asked)
      .when(ask)
      .thenNothing();
    given(...complete, asked, approved)
      .when(ask)
      .thenNothing();
    given(...complete, asked, approved, revoked)
      .when(ask)
      .thenEvents(asked);
  });
  it('cannot be asked for while something is missing', () => {
    given(registered, companySaved(true), documentAdded(2))
      .when(ask)
      .thenRefused('invalid_state', /e-mail/);
    given(...complete, emailChanged)
      .when(ask)
      .thenRefused('invalid_state', /e-mail/);
    given(registered, verified, documentAdded(2))
      .when(ask)
      .thenRefused('invalid_state', /company/);
    given(...complete, companySaved(false))
      .when(ask)
      .thenRefused('invalid_state', /company/);
    given(registered, verified, companySaved(true))
      .when(ask)
      .thenRefused('invalid_state', /a document/);
    given(...complete, documentRemoved(2))
      .when(ask)
      .thenRefused('invalid_state', /a document/);
  });
  it('is given once it was asked for', () => {
    given(...complete)
      .when(approve)
      .thenRefused('invalid_state');
    given(...complete, asked)
      .when(approve)
      .thenEvents(approved);
    given(...complete, asked, approved)
      .when(approve)
      .thenNothing();
    given(...complete, asked, approved, revoked)
      .when(approve)
      .thenEvents(approved);
  });
  it('can be revoked once it was given', () => {
    given(...complete, asked)
      .when(revoke)
      .thenRefused('invalid_state');
    given(...complete, asked, approved)
      .when(revoke)
      .thenEvents(revoked);
    given(...complete, asked, approved, revoked)
      .when(revoke)
      .thenNothing();
  });
});

describe('a changed identity', () => {
  const save = { type: 'SaveCompanyDetails', customerId, isComplete: true, changesIdentity: true } as CustomerCommand;
  const changed: CustomerEvent = { type: 'CustomerIdentityChanged', data: {} };
  it('of an approved company waits to be approved again, once for each change', () => {
    given(...complete, asked, approved)
      .when(save)
      .thenEvents(companySaved(true), changed);
    given(...complete, asked, approved, companySaved(true), changed)
      .when(approve)
      .thenEvents(approved);
    given(...complete, asked, approved, companySaved(true), changed, approved)
      .when(approve)
      .thenNothing();
  });
  it('is nothing before the approval, nor while it is revoked', () => {
    given(...complete, asked)
      .when(save)
      .thenEvents(companySaved(true));
    given(...complete, asked, approved, revoked)
      .when(save)
      .thenEvents(companySaved(true));
  });
});

describe('approving or revoking again', () => {
  it('is refused with another note, which would be lost', () => {
    const other = SealedText.parse('other');
    given(...complete, asked, approved)
      .when({ ...approve, note: other } as CustomerCommand)
      .thenRefused('invalid_state', /approved already, with another note/);
    given(...complete, asked, approved, revoked)
      .when({ ...revoke, note: other } as CustomerCommand)
      .thenRefused('invalid_state', /revoked already, with another note/);
  });
});

describe('second factors and API keys', () => {
  it('are switched on and off once', () => {
    given(registered).when(enableMfa).thenEvents(mfaEnabled);
    given(registered, mfaEnabled).when(enableMfa).thenNothing();
    given(registered, mfaEnabled).when(disableMfa).thenEvents(mfaDisabled);
    given(registered, mfaEnabled, mfaDisabled).when(disableMfa).thenNothing();
    given(registered).when(issue(3)).thenEvents(issued(3));
    given(registered, issued(3)).when(issue(3)).thenNothing();
    given(registered, issued(3)).when(revokeKey(3)).thenEvents(keyRevoked(3));
    given(registered, issued(3), keyRevoked(3)).when(revokeKey(3)).thenNothing();
  });
  it('do not come back under the same id, or change', () => {
    given(registered, mfaEnabled, mfaDisabled).when(enableMfa).thenRefused('reference_reused');
    given(registered, issued(3), keyRevoked(3)).when(issue(3)).thenRefused('reference_reused');
    given(registered, issued(3))
      .when(issue(3, ['orders:write']))
      .thenRefused('reference_reused');
  });
  it('must exist to be switched off', () => {
    given(registered).when(disableMfa).thenRefused('not_found');
    given(registered).when(revokeKey(3)).thenRefused('not_found');
  });
  it('are bounded in number', () => {
    const many = Array.from({ length: MAX_API_KEYS }, (_, n) => issued(100 + n));
    given(registered, ...many)
      .when(issue(3))
      .thenRefused('invalid_state');
    // Creating and revoking keys never exhausts them: revoked ones do not count.
    given(registered, ...many, keyRevoked(100))
      .when(issue(3))
      .thenEvents(issued(3));
  });
});

// Without an end where each of them copies those before it.
it('a customer of many changes is decided about as one of few', () => {
  const changes = Array.from({ length: 10_000 }, (_, at): CustomerEvent[] => [
    { type: 'CustomerDiscountSet', data: { productId: `p${at}`, basisPoints: 700 } },
    { type: 'CustomerApiKeyIssued', data: { keyId: `k${at}`, abilities: ['orders:read'] } },
    { type: 'CustomerApiKeyRevoked', data: { keyId: `k${at}` } },
    { type: 'CustomerDocumentAdded', data: { documentId: `d${at}`, sha256: 'a' } },
    { type: 'CustomerDocumentRemoved', data: { documentId: `d${at}` } },
    { type: 'CustomerMfaEnabled', data: { factorId: `f${at}` } },
    { type: 'CustomerMfaDisabled', data: { factorId: `f${at}` } },
  ]);
  const many = given(registered, ...changes.flat(), discounted(500));
  many.when(discount(600)).thenEvents(discounted(600));
  many.when(issue(3)).thenEvents(issued(3));
  many.when(add(6)).thenEvents(documentAdded(6));
});
