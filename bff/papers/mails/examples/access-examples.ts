import type { MailKind } from '#bff/kit/mails/cool-down.ts';
import * as account from '#bff/papers/mails/account-mails.ts';
import * as factor from '#bff/papers/mails/second-factor-mails.ts';
import { AT, administrators, customers, DEVICE, type ExampleStore, type ExamplesOf } from './example.ts';

/** About accounts, and how one gets into them. */
export const accessExamples = ({ url }: ExampleStore) =>
  ({
    'verify-email': { verifyEmailMail: customers(account.verifyEmailMail(url), { isNamed: false }) },
    'already-registered': { alreadyRegisteredMail: customers(account.alreadyRegisteredMail(url)) },
    'address-held': { addressHeldMail: customers(account.addressHeldMail, { isNamed: false }) },
    'account-approved': { accountApprovedMail: customers(account.accountApprovedMail(url)) },
    'reset-password': { resetPasswordMail: customers(account.resetPasswordMail(url)) },
    'password-changed': {
      passwordChangedMail: customers(account.passwordChangedMail(url, ['the passkey “Phone”'])),
      administratorPasswordChangedMail: administrators(account.administratorPasswordChangedMail),
    },
    'new-device': {
      newDeviceMail: customers(account.newDeviceMail({ ...DEVICE, url })),
      newAdministratorDeviceMail: administrators(account.newAdministratorDeviceMail({ ...DEVICE, url })),
    },
    'email-change-requested': { emailChangeRequestedMail: customers(account.emailChangeRequestedMail) },
    'email-changed': { emailChangedMail: customers(account.emailChangedMail(url)) },
    'account-access': {
      sessionsEndedMail: customers(account.sessionsEndedMail(url)),
      accountFrozenMail: customers(account.accountFrozenMail),
      accountUnfrozenMail: customers(account.accountUnfrozenMail(url)),
    },
    'factor-added': {
      mfaEnabledMail: customers(factor.mfaEnabledMail({ url, days: 7 })),
      passkeyAddedMail: customers(factor.passkeyAddedMail('Phone', true, { url, days: 7 })),
    },
    'second-factor': {
      mfaRemovedMail: customers(factor.mfaRemovedMail(false)),
      passkeyRemovedMail: customers(factor.passkeyRemovedMail('Phone', false)),
      passkeyRefusedMail: customers(factor.passkeyRefusedMail('Phone')),
      recoveryCodeUsedMail: customers(factor.recoveryCodeUsedMail(7)),
      recoveryCodesMadeMail: customers(factor.recoveryCodesMadeMail),
    },
    'second-factor-reset': {
      resetAskedMail: customers(factor.resetAskedMail(AT, url)),
      resetStoppedMail: customers(factor.resetStoppedMail),
      resetDoneMail: customers(factor.resetDoneMail),
    },
  }) satisfies Partial<ExamplesOf<MailKind>>;
