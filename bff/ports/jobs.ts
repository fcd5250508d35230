export type OutgoingMail = {
  /** Two mails of one id are sent once. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type MailQueue = { send(mail: OutgoingMail): Promise<void> };

type JobCounts = {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  readonly completed: number;
};

export type JobMonitor = { queues(): Promise<readonly ({ readonly name: string } & JobCounts)[]> };
