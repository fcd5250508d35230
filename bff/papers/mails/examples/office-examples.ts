import type { MailKind } from '#bff/kit/mails/cool-down.ts';
import * as account from '#bff/papers/mails/account-mails.ts';
import { logHeadMail } from '#bff/papers/mails/log-head-mail.ts';
import * as notice from '#bff/papers/mails/notice-mails.ts';
import { AT, administrators, type ExampleStore, type ExamplesOf } from './example.ts';

const OWNER = 'Olga Example';

/** To administrators, and to who keeps the heads of the log. */
export const officeExamples = ({ url, store }: ExampleStore) =>
  ({
    'administrator-link': {
      administratorInvitedMail: administrators(account.administratorInvitedMail(url, store)),
      administratorLinkMail: administrators(account.administratorLinkMail(url)),
    },
    'administrator-change': {
      administratorChangeMail: administrators(
        notice.administratorChangeMail({ what: 'Ben Example becomes an owner', by: OWNER, dueAt: AT, end: null, url }),
      ),
    },
    'settings-change': {
      settingsChangeMail: administrators(
        notice.settingsChangeMail({
          type: 'SettingsChangeProposed',
          title: 'Seller',
          by: OWNER,
          dueAt: null,
          why: 'We moved',
          url,
          changes: [{ field: 'Country', before: 'NL', after: 'DE' }],
        }),
      ),
    },
    'price-change': {
      priceProposedMail: administrators(
        notice.priceProposedMail({ product: 'Example card €50', price: '€5.00', before: '€50.00', by: OWNER, url }),
      ),
      rateProposedMail: administrators(
        notice.rateProposedMail({
          seen: 'Far from the last rate: EUR from 2026-11-20: 1.3 is 16.1 % above 1.12 (from 2026-11-19).',
          by: OWNER,
          url,
        }),
      ),
      catalogueProposedMail: administrators(
        notice.catalogueProposedMail({ title: 'example.csv', far: '3', by: OWNER, url }),
      ),
    },
    'security-alert': {
      securityAlertMail: administrators(
        notice.securityAlertMail({ name: 'Example of an alert', sentence: 'Many sign-ins failed.' }, AT, url),
      ),
    },
    'log-head': {
      logHeadMail: administrators(
        logHeadMail({
          size: 1_234,
          note: 'example.com/ledger\n1234\nRXhhbXBsZQ==\n\n— example RXhhbXBsZQ==',
          signedAt: AT,
          key: 'example+00000000+RXhhbXBsZQ==',
        }),
        { isNamed: false },
      ),
    },
    'test-mail': { testMail: administrators(notice.testMail(url)) },
  }) satisfies Partial<ExamplesOf<MailKind>>;
