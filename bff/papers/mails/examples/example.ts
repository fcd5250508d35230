import type { MoneyMail } from '#bff/contract/people/money-mail-kinds.ts';
import type { MailKind } from '#bff/kit/mails/cool-down.ts';
import type { Mail } from '#bff/kit/mails/layout.ts';
import type * as account from '#bff/papers/mails/account-mails.ts';
import type * as head from '#bff/papers/mails/log-head-mail.ts';
import type * as notice from '#bff/papers/mails/notice-mails.ts';
import type * as personal from '#bff/papers/mails/personal-data-mails.ts';
import type * as factor from '#bff/papers/mails/second-factor-mails.ts';

type Source = typeof account & typeof head & typeof notice & typeof personal & typeof factor;
/** Every mail that is written in the folder above. */
type MailName = Extract<keyof Source, `${string}Mail`> | MoneyMail;

export type Example = {
  readonly to: 'customers' | 'administrators';
  readonly mail: Mail;
  /** False where nobody has proven who owns the address: the mail names nobody. */
  readonly isNamed: boolean;
};

export type ExamplesOf<Kinds extends MailKind> = Readonly<Record<Kinds, Partial<Record<MailName, Example>>>>;

/** `url`: what buttons open; `store`: its name. */
export type ExampleStore = { readonly url: string; readonly store: string };

export const customers = (mail: Mail, { isNamed = true } = {}): Example => ({ to: 'customers', mail, isNamed });
export const administrators = (mail: Mail, { isNamed = true } = {}): Example => ({
  to: 'administrators',
  mail,
  isNamed,
});

export const AT = new Date('2030-01-15T12:00:00Z');
export const DEVICE = { device: 'Firefox on Linux', address: '203.0.113.7', at: AT };
