import { v7 } from 'uuid';
import type { MailKind } from './cool-down.ts';
import type { MailText } from './layout.ts';

/** A mail: it is sent each time that it is made, or once by the id that it is given. */
export const newMail = (kind: MailKind, to: string, text: MailText, id = `${kind}-${v7()}`) => ({
  ...{ kind, id, to },
  ...text,
});
