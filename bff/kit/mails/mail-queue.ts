import type { SendMail } from './cool-down.ts';

export type OutgoingMail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sender?: 'operator' | undefined;
};

/** A mail with a link to an address that may or may not have an account. */
export type LinkRequest = {
  readonly id: string;
  readonly purpose: 'sign-up' | 'verify-email' | 'reset-password';
  readonly email: string;
  readonly correlationId: string;
  readonly signUpId?: string | undefined;
  /** Of the link, so that each try mails the same one. Requests that 0.3.0 queued have none. */
  readonly token?: string | undefined;
};

export type MailQueue = {
  readonly send: SendMail;
  sendLink(request: LinkRequest): Promise<void>;
};
