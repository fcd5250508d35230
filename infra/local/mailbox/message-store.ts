import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import PostalMime from 'postal-mime';

/** Newest messages in the list. */
export const MAX_LISTED = 200;
const CACHED_MESSAGES = 500;
const MAX_LINKS = 50;
const ID = /^\d{13}-[0-9a-f]{8}$/;

export type Message = {
  readonly id: string;
  readonly receivedAt: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Links in the text, in order. */
  readonly links: readonly string[];
  readonly attachments: readonly { readonly name: string; readonly contentType: string; readonly sizeBytes: number }[];
};

export type MessageStore = {
  add(raw: Buffer): Promise<Message>;
  /** Newest first, at most MAX_LISTED; `to` keeps those sent to that address. */
  list(filter?: { to?: string | undefined }): Promise<Message[]>;
  get(id: string): Promise<Message | undefined>;
};

/** Mails as .eml files in `dir`, named by the time of their arrival; any mail program opens them. */
export async function createMessageStore(dir: string): Promise<MessageStore> {
  await mkdir(dir, { recursive: true });
  const cache = new LRUCache<string, Message>({ max: CACHED_MESSAGES });

  async function get(id: string): Promise<Message | undefined> {
    if (!ID.test(id)) return undefined;
    const cached = cache.get(id);
    if (cached) return cached;
    const raw = await readFile(path.join(dir, `${id}.eml`)).catch(() => undefined);
    if (!raw) return undefined;
    const message = await parse(id, raw);
    cache.set(id, message);
    return message;
  }

  return {
    get,
    async add(raw) {
      const id = `${Date.now()}-${randomBytes(4).toString('hex')}`;
      const partial = path.join(dir, `${id}.partial`);
      try {
        const handle = await open(partial, 'wx', 0o600);
        try {
          await handle.writeFile(raw);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(partial, path.join(dir, `${id}.eml`));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      const message = await parse(id, raw);
      cache.set(id, message);
      return message;
    },
    async list({ to } = {}) {
      const ids = (await readdir(dir))
        .filter((name) => name.endsWith('.eml'))
        .map((name) => name.slice(0, -4))
        .sort()
        .reverse();
      const messages: Message[] = [];
      for (const id of ids) {
        if (messages.length === MAX_LISTED) break;
        const message = await get(id);
        if (message && (to === undefined || message.to.includes(to.toLowerCase()))) messages.push(message);
      }
      return messages;
    },
  };
}

async function parse(id: string, raw: Buffer): Promise<Message> {
  const mail = await PostalMime.parse(raw);
  const text = mail.text ?? '';
  return {
    id,
    receivedAt: new Date(Number(id.slice(0, 13))).toISOString(),
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).map((recipient) => (recipient.address ?? '').toLowerCase()),
    subject: mail.subject ?? '(no subject)',
    text,
    html: mail.html ?? null,
    links: [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([link]) => link).slice(0, MAX_LINKS),
    attachments: mail.attachments.map((attachment) => ({
      name: attachment.filename ?? 'attachment',
      contentType: attachment.mimeType,
      sizeBytes: typeof attachment.content === 'string' ? attachment.content.length : attachment.content.byteLength,
    })),
  };
}
