import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { z } from 'zod';
import { lock } from '#bff/kit/tables/lock.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import type { Letter, Mail, Recipient } from './layout.ts';

type Rule = {
  /** Mails to one address, within this many minutes. */
  readonly most: number;
  readonly minutes: number;
  /**
   * What happens beyond the limit. `dropped`: the mail is left out, because anybody may have requested it. `said`: the last mail before the
   * pause says that no more follow for a time, so that nobody takes silence for safety.
   */
  readonly beyond: 'dropped' | 'said';
};
/** Each mail is sent: it has a link or text that nothing else brings, and its cause has a limit of its own. */
const EACH = null;

const ASKED_FOR: Rule = { most: 5, minutes: 60, beyond: 'dropped' };
const NOTICE: Rule = { most: 20, minutes: 60, beyond: 'said' };

export const COOL_DOWNS = {
  'verify-email': ASKED_FOR,
  'reset-password': ASKED_FOR,
  'already-registered': ASKED_FOR,
  'address-held': ASKED_FOR,
  'ticket-received': ASKED_FOR,
  'new-device': NOTICE,
  'password-changed': NOTICE,
  'email-change-requested': NOTICE,
  'second-factor': NOTICE,
  'api-key': NOTICE,
  'bank-details': NOTICE,
  'deposit-instructions': NOTICE,
  'account-approved': NOTICE,
  'company-changed': NOTICE,
  'personal-data': NOTICE,
  'credit-reminder': NOTICE,
  /** Each mail is about other money. */
  money: EACH,
  'account-recalled': EACH,
  /** An administrator tries whether mails arrive. */
  'test-mail': ASKED_FOR,
  webhook: NOTICE,
  /** For each kind of event. */
  'security-alert': { most: 1, minutes: 60, beyond: 'said' },
  'second-factor-reset': EACH,
  'log-head': EACH,
  'email-changed': EACH,
  'factor-added': EACH,
  'account-access': EACH,
  // Many small ones would silence the mail about the large one.
  'withdrawal-requested': EACH,
  'administrator-link': EACH,
  'administrator-change': EACH,
  'settings-change': EACH,
  'price-change': EACH,
  'ticket-reply': EACH,
} as const satisfies Readonly<Record<string, Rule | null>>;
export type MailKind = keyof typeof COOL_DOWNS;

/**
 * What administrators hear of one another. It comes from the operator's own address: who has one owner's session could set the sender that
 * the settings name to one that no mailbox takes, and change the accounts unheard.
 */
const FROM_OPERATOR: ReadonlySet<MailKind> = new Set([
  ...(['administrator-link', 'administrator-change', 'settings-change', 'price-change', 'security-alert'] as const),
]);

/** Whose address such a mail comes from. */
export const senderOfKind = (kind: MailKind): { readonly sender?: 'operator' } =>
  FROM_OPERATOR.has(kind) ? { sender: 'operator' } : {};

/** Sent mails are of no use after the longest cool-down. */
export const MAIL_SENT_MINUTES = Math.max(...Object.values(COOL_DOWNS).map((rule) => rule?.minutes ?? 0));

export type MailSubject = {
  readonly kind: MailKind;
  readonly to: string;
  /** Distinguishes subjects of one kind: each has a cool-down of its own. */
  readonly about?: string;
};

/**
 * Reserves one more mail: 'last' where it is the last one before the cool-down, 'none' where the limit is reached. Simultaneous mails do
 * not exceed the limit. Within a transaction the mail counts where that commits, and others of the subject wait for its end.
 */
export async function takeRoom(
  database: Queryable,
  { kind, to, about = '' }: MailSubject,
): Promise<'room' | 'last' | 'none'> {
  const rule: Rule | null = COOL_DOWNS[kind];
  if (rule === EACH) return 'room';
  // Hashed, so that the table names nobody.
  const digest = createHash('sha256').update(`${kind}\n${about}\n${to.toLowerCase()}`).digest();
  const hash = sql.binary(digest);
  return database.transaction(async (transaction) => {
    await lock(transaction, digest.toString('hex'));
    const { sent } = await transaction.one(sql.type(z.object({ sent: z.int() }))`
      select count(*)::int as sent from app.mail_sent
      where subject_hash = ${hash} and sent_at > now() - ${`${rule.minutes} minutes`}::interval`);
    if (sent >= rule.most) return 'none';
    await transaction.query(sql.void`insert into app.mail_sent (subject_hash) values (${hash})`);
    return sent + 1 === rule.most && rule.beyond === 'said' ? 'last' : 'room';
  });
}

/**
 * Greets the reader and sends, within the cool-down of the kind. A mail goes each time that it is made, or once by the `id` that it is given.
 * `about`: {@link MailSubject}; `isCounted`: it was reserved before.
 */
export type SendMail = (
  kind: MailKind,
  reader: Recipient,
  mail: Mail,
  options?: { readonly id?: string | undefined; readonly about?: string; readonly isCounted?: boolean },
) => Promise<void>;

/** Queues mails within the cool-downs. */
export const sendWithin =
  (
    {
      database,
      logger,
    }: { readonly database: Queryable; readonly logger: { info(entry: object, message: string): void } },
    queue: (letter: Letter) => Promise<void>,
  ): SendMail =>
  async (kind, { email: to, name }, mail, { id = `${kind}-${v7()}`, about = '', isCounted = false } = {}) => {
    const room = isCounted ? 'room' : await takeRoom(database, { kind, to, about });
    if (room === 'none') {
      logger.info({ mail: kind }, 'a mail was not sent: its cool-down runs');
      return;
    }
    const pauseMinutes = room === 'last' ? COOL_DOWNS[kind]?.minutes : undefined;
    await queue({ id, to, name, mail: { ...mail, pauseMinutes }, ...senderOfKind(kind) });
  };
