import { createTransport } from 'nodemailer';
import { timed } from '#core/kernel/work.ts';

const CONNECTION_LIMIT_MS = 10_000;
const MAX_CONNECTIONS = 3;

type Mail = {
  /** `Name <address>`; the mailer's own where it is left out. */
  readonly from?: string | undefined;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Identifies a repeated job for the receiving server and for people who search for it. */
  readonly messageId?: string;
  readonly attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
};

export type Mailer = {
  /** Sends one mail to the SMTP server. Throws when it is not accepted: the job is retried. */
  send(mail: Mail): Promise<void>;
  /** Throws when the server cannot be reached. */
  verify(): Promise<void>;
  close(): void;
};

type MailerOptions = { readonly smtpUrl: string; readonly from: string; readonly needsTls: boolean };

/**
 * Mails through the SMTP server at `smtpUrl`, from `from` (`Name <address>`). `needsTls`: mails have links that open accounts, so nothing is sent
 * in the clear, also where somebody on the way takes STARTTLS out of the greeting.
 */
export function createMailer({ smtpUrl, from, needsTls }: MailerOptions): Mailer {
  const url = new URL(smtpUrl);
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    requireTLS: needsTls,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECTION_LIMIT_MS,
    greetingTimeout: CONNECTION_LIMIT_MS,
    socketTimeout: CONNECTION_LIMIT_MS,
    // A mail consists of our own texts only; it must never make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const { attachments = [], to, from: sender = from, ...fields } = mail;
      // One mailbox: as text it would be read as a list.
      await timed('mail', 'smtp', () =>
        transport.sendMail({
          from: sender,
          to: { name: '', address: to },
          ...fields,
          attachments: [...attachments],
        }),
      );
    },
    async verify() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
