import { createHash } from 'node:crypto';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { logHeadMail } from '#bff/papers/mails/log-head-mail.ts';
import { findHead } from './kept-log.ts';

/** Witnesses sign a head right after the notary. The pause lets the mail include their lines. */
const SETTLED_AFTER_MS = 60_000;

/** Mails the newest head of the log once to each address: a mailbox is a witness that needs no server. */
export async function mailHeads(
  { database, mails, clock }: Pick<BffDeps, 'database' | 'mails' | 'clock'>,
  addresses: readonly string[],
): Promise<void> {
  const head = await findHead(database);
  if (!head || clock().getTime() - head.signedAt.getTime() < SETTLED_AFTER_MS) return;
  for (const to of addresses) {
    const isMailed = await database.exists(
      sql.void`select from app.mailed_head where address = ${to} and size >= ${head.size}`,
    );
    if (isMailed) continue;
    const id = `log-head-${head.size}-${createHash('sha256').update(to).digest('hex').slice(0, 16)}`;
    // First, under an id of the head and the address: what could not be queued is tried again, and nothing is queued twice.
    await mails.send('log-head', { email: to }, logHeadMail(head), { id });
    await database.query(sql.void`
      insert into app.mailed_head as last (address, size) values (${to}, ${head.size})
      on conflict (address) do update set size = excluded.size, mailed_at = now() where last.size < excluded.size`);
  }
}
