import type { BankAccount, Deposit } from '#bff/contract/money/deposit.ts';
import type { Mail } from '#bff/kit/mails/layout.ts';
import { invoiceMinute } from '#bff/papers/invoices/dates.ts';
import type { ProposalEnd } from '#core/aggregates/admin/proposals.ts';
import type { RecordedSettingsEvent } from '#core/ledger/settings.ts';

const NOT_YOURS = 'If this was not you, change your password at once and contact our support.';

export const testMail = (url: string): Mail => ({
  subject: 'Mails of your store arrive',
  paragraphs: ['You asked for this mail, to see whether mails of your store arrive. There is nothing to do.'],
  action: { label: 'Open the store', url },
});

export const apiKeyMadeMail = (mode: 'live' | 'test', abilities: readonly string[]): Mail => ({
  subject: 'An API key was created',
  paragraphs: [
    mode === 'test'
      ? `A new test key can call our API for your account. It changes nothing, and may read: ${abilities.join(', ')}. An earlier test key stopped working.`
      : `A new API key can call our API for your account. It may: ${abilities.join(', ')}. An earlier key stopped working.`,
    NOT_YOURS,
  ],
});

export const apiKeyRemovedMail: Mail = {
  subject: 'The API key was revoked',
  paragraphs: ['The API key of your account no longer works. Systems that use it are refused.', NOT_YOURS],
};

export const bankDetailsSavedMail: Mail = {
  subject: 'Your banking details were saved',
  paragraphs: [
    'The bank account that your withdrawals are paid to was entered or changed. Withdrawals asked for before keep the details they were asked with.',
    NOT_YOURS,
  ],
};

export const depositInstructionsMail = (
  deposit: Pick<Deposit, 'reference' | 'amount' | 'pay_into'>,
  url: string,
): Mail => ({
  subject: `How to pay your deposit ${deposit.reference}`,
  paragraphs: [
    `Please transfer ${deposit.amount.formatted} from your company's account to the account below, and quote the reference. Your wallet is credited once the transfer has arrived and was checked.`,
  ],
  verbatim: asLines([...(deposit.pay_into ?? []), { label: 'Reference', value: deposit.reference }]),
  action: { label: 'Upload proof of payment', url },
});

const asLines = (rows: BankAccount): string => rows.map(({ label, value }) => `${label}: ${value}`).join('\n');

/** To a customer whose deposit asks to pay into an account that was recalled. Where there is no right one, another mail follows. */
export const accountRecalledMail = (
  {
    reference,
    amount,
    pay_into,
    do_not_pay_into,
  }: Pick<Deposit, 'reference' | 'amount' | 'pay_into' | 'do_not_pay_into'>,
  url: string,
): Mail => ({
  subject: `Do not pay into the account of your deposit ${reference}`,
  paragraphs: [
    'The account that your deposit asked you to pay into was wrong. Please do not pay into this account any more:',
    do_not_pay_into.map(asLines).join('\n\n'),
    pay_into
      ? `Please transfer ${amount.formatted} to the account below instead, and quote the reference. Sign in and compare it with the account that your deposit shows there.`
      : 'Please do not transfer anything yet. We write to you as soon as there is another account.',
    'If you have paid already, upload the proof of your payment. The deposit stays open, and we look for your money.',
  ],
  ...(pay_into && { verbatim: asLines([...pay_into, { label: 'Reference', value: reference }]) }),
  action: { label: 'Open the deposit', url },
});

export const recallTakenBackMail = (
  { reference, amount, pay_into }: Pick<Deposit, 'reference' | 'amount' | 'pay_into'>,
  url: string,
): Mail => ({
  subject: `The account of your deposit ${reference} is right after all`,
  paragraphs: [
    `We asked you not to pay into the account of your deposit. It is right after all: please transfer ${amount.formatted} to it, and quote the reference. If you have paid already, there is nothing to do.`,
  ],
  verbatim: asLines([...(pay_into ?? []), { label: 'Reference', value: reference }]),
  action: { label: 'Open the deposit', url },
});

type RequestedWithdrawal = {
  readonly number: string;
  readonly amount: string;
  /** The last characters of its account; null where it names none. */
  readonly account: string | null;
  /** Where the account is new: when it may be paid. */
  readonly payableFrom: Date | null;
  readonly stopUrl: string;
};

export const withdrawalRequestedMail = (withdrawal: RequestedWithdrawal): Mail => ({
  subject: `A withdrawal was requested (${withdrawal.number})`,
  paragraphs: [
    `${withdrawal.amount} are held in your wallet until the withdrawal is paid out or rejected.`,
    ...(withdrawal.payableFrom === null
      ? []
      : [
          `${withdrawal.account === null ? 'It names no bank account' : `Its bank account (${withdrawal.account}) was never paid before`}, so nothing is paid before ${invoiceMinute(withdrawal.payableFrom)}.`,
        ]),
    'If this was not you, stop it with the link. That also signs out every device and asks for a new password.',
  ],
  action: { label: 'This was not me', url: withdrawal.stopUrl },
});

export const securityAlertMail = (
  event: { readonly name: string; readonly sentence: string },
  at: Date,
  url: string,
): Mail => ({
  subject: `Security: ${event.name}`,
  paragraphs: [
    `${event.sentence} It was seen on ${invoiceMinute(at)}.`,
    'The security log says more, and what to do next.',
  ],
  action: { label: 'Open the security log', url },
});

export const companyChangedMail: Mail = {
  subject: 'Your changed company waits for approval',
  paragraphs: [
    'The name, registration number, country or tax number of your company was changed. Payouts wait until we have approved it, usually within 1-2 business days. You can go on buying with your balance.',
    NOT_YOURS,
  ],
};

export const creditReminderMail = (credit: {
  used: string;
  limit: string;
  since: string;
  usedPercent: number | null;
  url: string;
}): Mail => ({
  subject: `Your credit: ${credit.used} are drawn`,
  paragraphs: [
    `${credit.used} of your credit limit of ${credit.limit}${credit.usedPercent === null ? '' : ` (${credit.usedPercent} %)`} are drawn, the oldest part since ${credit.since}.`,
    'A deposit pays back what was drawn first. Where the limit is used up, new orders wait until the wallet covers them.',
    'If a transfer is on its way, there is nothing to do. Otherwise please pay it back, or talk to us.',
  ],
  action: { label: 'Deposit funds', url: credit.url },
});

/** What happens next with a change to an administrator that waits; null where it is over. */
const OUTCOMES: Readonly<Record<ProposalEnd, string>> = {
  confirmed: 'It was confirmed and is done.',
  'carried-out': 'Nobody refused it in time, so it is done.',
  refused: 'It was refused. Nothing was changed.',
  'taken-back': 'It was taken back. Nothing was changed.',
  lapsed: 'It ended without effect, because it is not possible any more.',
};

/** To every owner, at every step of a change to an administrator. `by`: null for the command line. */
export const administratorChangeMail = (change: {
  readonly what: string;
  readonly by: string | null;
  readonly dueAt: Date | null;
  readonly end: ProposalEnd | null;
  readonly url: string;
}): Mail => {
  const { what, by, dueAt, end, url } = change;
  const who = by === null ? 'The command line' : by;
  const next =
    dueAt === null
      ? 'It waits until another owner confirms it.'
      : `It is carried out on ${invoiceMinute(dueAt)}. Until then any owner can refuse it.`;
  return {
    subject: end === null ? 'A change to an administrator was proposed' : 'A change to an administrator was decided',
    paragraphs: [
      end === null
        ? `${who} proposed: ${what}. ${next}`
        : `${what}. ${OUTCOMES[end]}${by === null || end === 'carried-out' ? '' : ` It was decided by ${by}.`}`,
      'If you did not expect this, look at it at once, and talk to the other owners by another way.',
    ],
    action: { label: 'Open the administrators', url },
  };
};

/** To every owner, at every step of a change of settings. `by`: null for the program. */
export const settingsChangeMail = (change: {
  readonly type: RecordedSettingsEvent['type'];
  readonly title: string;
  readonly by: string | null;
  readonly dueAt: Date | null;
  readonly why: string | null;
  readonly changes: readonly {
    readonly field: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly url: string;
}): Mail => {
  const { type, title, dueAt, why, changes, url } = change;
  const by = change.by ?? 'The program';
  const from = dueAt === null ? '' : ` It counts from ${invoiceMinute(dueAt)}. Until then any owner can withdraw it.`;
  const said = {
    SettingsChangeProposed: `${by} proposed to change “${title}”.${from || ' It does not count before another owner confirms it.'}`,
    SettingsChangeConfirmed: `${by} confirmed the change of “${title}”.${from}`,
    SettingsChangeWithdrawn: `The change of “${title}” that waited was withdrawn${change.by === null ? ', because who proposed or confirmed it may not do so any more' : ` by ${by}`}. Nothing was changed.`,
    SettingsChanged: `The change of “${title}” counts from now on, for new deposits and papers.`,
  }[type];
  return {
    subject: `Settings: ${title}`,
    paragraphs: [
      said,
      ...(why === null ? [] : [`Reason: ${why}`]),
      'If you did not expect this, look at it at once, and talk to the other owners by another way.',
    ],
    ...(changes.length > 0 && {
      verbatim: changes
        .map(({ field, before, after }) => `${field}\n  before: ${before ?? 'nothing'}\n  after: ${after ?? 'nothing'}`)
        .join('\n'),
    }),
    action: { label: 'Open the settings', url },
  };
};

/** To every owner, when a change of many prices waits for a second administrator. `far`: how many prices are far from the last ones. */
export const catalogueProposedMail = ({
  title,
  far,
  by,
  url,
}: Readonly<Record<'title' | 'far' | 'by' | 'url', string>>): Mail => ({
  subject: `A change of prices waits for a second administrator (${title})`,
  paragraphs: [
    `${by} wants to change the catalogue (${title}). Prices far from those of the last days: ${far}. Nothing of it counts before another administrator confirms it.`,
    'If it is a mistake, refuse it.',
  ],
  action: { label: 'Look at the change', url },
});

/** To every owner, when a price waits for a second administrator. */
export const priceProposedMail = ({
  product,
  price,
  before,
  by,
  url,
}: Readonly<Record<'product' | 'price' | 'before' | 'by' | 'url', string>>): Mail => ({
  subject: `A price waits for a second administrator (${product})`,
  paragraphs: [
    `${by} wants to sell ${product} for ${price}. A price of the last days is ${before}. It does not count before another administrator confirms it.`,
    'If it is a mistake, refuse it.',
  ],
  action: { label: 'Open the approvals', url },
});

/** To every owner, when a rate waits for a second administrator. */
export const rateProposedMail = ({ seen, by, url }: Readonly<Record<'seen' | 'by' | 'url', string>>): Mail => ({
  subject: 'An exchange rate waits for a second administrator',
  paragraphs: [
    `${by} wants to record an exchange rate. ${seen} It does not count before another administrator confirms it.`,
    'If it is a mistake, refuse it.',
  ],
  action: { label: 'Open the approvals', url },
});
