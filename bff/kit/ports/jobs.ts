import type { JobName } from '#bff/contract/office/admin-system.ts';
import type { SendMail } from '#bff/papers/mails/cool-down.ts';

export type OutgoingMail = {
  /** Two mails with one id are sent once. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** A mail with a link to an address that may or may not have an account. */
export type LinkRequest = {
  readonly id: string;
  readonly purpose: 'sign-up' | 'verify-email' | 'reset-password';
  readonly email: string;
  readonly correlationId: string;
  /** The sign-up that the link belongs to. */
  readonly signUpId?: string | undefined;
};

export type MailQueue = {
  readonly send: SendMail;
  sendLink(request: LinkRequest): Promise<void>;
};

type JobCounts = {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  readonly completed: number;
};

export type JobMonitor = {
  queues(): Promise<readonly ({ readonly name: JobName } & JobCounts)[]>;
  /** Removes the data of jobs that contain one of the texts, in any case, and returns how many. */
  removeMentioning(texts: readonly string[]): Promise<number>;
};
