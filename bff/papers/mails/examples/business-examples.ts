import { MONEY_MAILS, type MoneyMail } from '#bff/contract/people/money-mail-kinds.ts';
import type { MailKind } from '#bff/kit/mails/cool-down.ts';
import { invoiceDay, invoiceMinute } from '#bff/papers/invoices/dates.ts';
import * as account from '#bff/papers/mails/account-mails.ts';
import { moneyMail } from '#bff/papers/mails/money-mails.ts';
import * as notice from '#bff/papers/mails/notice-mails.ts';
import * as personal from '#bff/papers/mails/personal-data-mails.ts';
import { AT, customers, type Example, type ExampleStore, type ExamplesOf } from './example.ts';

const AMOUNT = '€1,234.56';
const ENDPOINT = 'https://hooks.example.com/orders';
const PAY_INTO = [
  { label: 'Beneficiary', value: 'Example Ltd' },
  { label: 'IBAN', value: 'DE00 0000 0000 0000 0000 00' },
  { label: 'BIC', value: 'EXAMPLEXXX' },
];
const REFERENCES = { deposit: 'DEP-EXAMPLE', order: 'ORD-EXAMPLE', withdrawal: 'WD-EXAMPLE' } as const;

const DEPOSIT = {
  reference: REFERENCES.deposit,
  amount: { amount: '123456', decimal: '1234.56', formatted: AMOUNT, currency: 'EUR' as const },
  pay_into: PAY_INTO,
  do_not_pay_into: [PAY_INTO.map(({ label, value }) => ({ label, value: value.replaceAll('00', '11') }))],
};

const moneyExample = (kind: MoneyMail, url: string): Example => {
  const reference = REFERENCES[kind.split('-')[0] as keyof typeof REFERENCES];
  const reason = 'The transfer did not arrive.';
  return customers(moneyMail(kind, { reference, amount: AMOUNT, url, reason, until: invoiceMinute(AT) }));
};

/** About what customers buy, pay and ask. */
export const businessExamples = ({ url }: ExampleStore) =>
  ({
    'company-changed': { companyChangedMail: customers(notice.companyChangedMail) },
    'deposit-instructions': { depositInstructionsMail: customers(notice.depositInstructionsMail(DEPOSIT, url)) },
    'account-recalled': {
      accountRecalledMail: customers(notice.accountRecalledMail(DEPOSIT, url)),
      recallTakenBackMail: customers(notice.recallTakenBackMail(DEPOSIT, url)),
    },
    money: Object.fromEntries((Object.keys(MONEY_MAILS) as MoneyMail[]).map((kind) => [kind, moneyExample(kind, url)])),
    'withdrawal-requested': {
      withdrawalRequestedMail: customers(
        notice.withdrawalRequestedMail({
          number: REFERENCES.withdrawal,
          amount: AMOUNT,
          account: '…0000',
          payableFrom: AT,
          stopUrl: url,
        }),
      ),
    },
    'bank-details': { bankDetailsSavedMail: customers(notice.bankDetailsSavedMail) },
    'credit-reminder': {
      creditReminderMail: customers(
        notice.creditReminderMail({ used: '€900.00', limit: '€1,000.00', since: invoiceDay(AT), usedPercent: 90, url }),
      ),
    },
    'api-key': {
      apiKeyMadeMail: customers(notice.apiKeyMadeMail('live', ['catalogue:read', 'orders:write'])),
      apiKeyRemovedMail: customers(notice.apiKeyRemovedMail),
    },
    webhook: {
      webhookAddedMail: customers(account.webhookAddedMail(ENDPOINT, url)),
      webhookMovedMail: customers(account.webhookMovedMail({ before: ENDPOINT, now: `${ENDPOINT}/new` }, url)),
      webhookSecretMail: customers(account.webhookSecretMail(ENDPOINT, AT, url)),
      webhookGivenUpMail: customers(
        account.webhookGivenUpMail({ address: ENDPOINT, why: 'it did not answer for two days' }, url),
      ),
    },
    'ticket-received': { ticketReceivedMail: customers(account.ticketReceivedMail('TCK-EXAMPLE')) },
    'ticket-reply': {
      ticketReplyMail: customers(
        account.ticketReplyMail(
          ...(['TCK-EXAMPLE', 'Your codes are ready.\n\nPlease sign in to see them.', 'Where are my codes?'] as const),
        ),
      ),
    },
    'personal-data': {
      exportRequestedMail: customers(personal.exportRequestedMail(url)),
      exportReadyMail: customers(personal.exportReadyMail(url)),
      erasureRequestedMail: customers(personal.erasureRequestedMail(url)),
      erasureBlockedMail: customers(personal.erasureBlockedMail(['Your wallet holds €12.34.'])),
      erasureLastMail: customers(personal.erasureLastMail(10)),
      requestRefusedMail: customers(personal.requestRefusedMail('a copy of your data', 'We could not reach you.')),
    },
  }) satisfies Partial<ExamplesOf<MailKind>>;
