import { v7 } from 'uuid';
import type { MailKind } from './cool-down.ts';
import type { MailText } from './layout.ts';

/** A mail with an id of its own: it is sent each time that it is made. */
export const newMail = (kind: MailKind, to: string, text: MailText) => ({ kind, id: `${kind}-${v7()}`, to, ...text });
