import { v7 } from 'uuid';
import type { MailKind } from './cool-down.ts';
import { type Mail, mailOf, type Recipient } from './layout.ts';

/** A mail: it is sent each time that it is made, or once by the id that it is given. */
export const newMail = (kind: MailKind, { email: to, name }: Recipient, mail: Mail, id = `${kind}-${v7()}`) => ({
  kind,
  id,
  to,
  ...mailOf({ ...mail, name }),
});
