import { z } from 'zod';

/** In place of a value that this version cannot read, or of a section that it does not know. It is never stored. */
const Unread = z.strictObject({ unread: z.string() });
type Unread = z.infer<typeof Unread>;

export const isUnread = (value: object | null): value is Unread => value !== null && 'unread' in value;

/** What a newer version set in sections that this one does not have, while both run. Nothing is ever written under this name. */
export const newerSection = {
  title: 'Settings of a newer version',
  value: Unread,
  standard: null,
  isMoney: () => false,
};
