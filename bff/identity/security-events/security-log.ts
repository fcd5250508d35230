import type { FastifyBaseLogger } from 'fastify';
import { v7 } from 'uuid';
import { type SecurityEventKind, severityOf } from '#bff/contract/identity/security-event-kinds.ts';
import type { SecurityLog, SecurityNote } from '#bff/kit/ports/security-log.ts';

export type SecurityEntry = {
  readonly id: string;
  readonly kind: SecurityEventKind;
  readonly accountId: string | null;
  readonly address: string;
  readonly detail: string;
  readonly firstAt: Date;
  lastAt: Date;
  times: number;
};
type Pending = SecurityEntry & { readonly dueMs: number };

const MINUTE_MS = 60_000;
const FLUSH_EVERY_MS = 1_000;
const MAX_DETAIL_CHARS = 200;
const MAX_ADDRESS_CHARS = 64;
/**
 * Limit of accounts, addresses and details that are counted separately in a minute; more of them are counted only by kind. Half of it is
 * reserved for severe kinds, so that a flood hides nothing.
 */
export const MAX_COUNTED_APART = 60;
/** Limit of entries that wait while Postgres is away. */
const MAX_WAITING = 1_000;
const MORE: SecurityNote = { detail: 'And more, of other accounts and addresses' };

const clean = (text: string, max: number) => text.replace(/[^\P{C}]/gu, '').slice(0, max);

/**
 * Counts notes by kind, account, address and detail. The first one of a minute is stored within a second; the others of that minute become
 * one row at its end. So a flood of a million tries becomes a few rows, and no row is ever changed.
 */
export function createSecurityLog({
  store,
  logger,
  clock,
}: {
  readonly store: (entries: readonly SecurityEntry[]) => Promise<void>;
  readonly logger: Pick<FastifyBaseLogger, 'warn'>;
  readonly clock: () => Date;
}): SecurityLog {
  const totals = new Map<SecurityEventKind, number>();
  const pending = new Map<string, Pending>();
  /** The counts of the current minute. */
  let counted = { minute: 0, keys: new Set<string>(), severe: 0, others: 0 };
  let storing: Promise<void> = Promise.resolve();
  // The timer starts here: one that the first note started would run in that caller's transaction, where nothing else can be stored.
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref();

  function isCountedApart(kind: SecurityEventKind, key: string): boolean {
    if (counted.keys.has(key)) return true;
    const group = severityOf(kind) === 'severe' ? 'severe' : 'others';
    if (counted[group] >= MAX_COUNTED_APART / 2) return false;
    counted[group] += 1;
    return true;
  }

  function count(kind: SecurityEventKind, { address = '', accountId = null, detail = '' }: SecurityNote): void {
    const at = clock();
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    if (minute !== counted.minute) counted = { minute, keys: new Set(), severe: 0, others: 0 };
    const about = { address: clean(address, MAX_ADDRESS_CHARS), accountId, detail: clean(detail, MAX_DETAIL_CHARS) };
    const ownKey = JSON.stringify([kind, minute, about]);
    const isApart = isCountedApart(kind, ownKey);
    const key = isApart ? ownKey : JSON.stringify([kind, minute]);
    const known = pending.get(key);
    if (known) {
      known.times += 1;
      known.lastAt = at;
      return;
    }
    if (pending.size >= MAX_WAITING) return;
    const isFirst = !counted.keys.has(key);
    counted.keys.add(key);
    const entry = { id: v7(), kind, ...about, ...(isApart ? {} : { address: '', accountId: null, ...MORE }) };
    const dueMs = isFirst ? at.getTime() : (minute + 1) * MINUTE_MS;
    pending.set(key, { ...entry, firstAt: at, lastAt: at, times: 1, dueMs });
  }

  async function storeDue(all: boolean): Promise<void> {
    const now = clock().getTime();
    const due = [...pending].filter(([, { dueMs }]) => all || dueMs <= now);
    for (const [key] of due) pending.delete(key);
    if (due.length === 0) return;
    try {
      await store(due.map(([, entry]) => entry));
      for (const [, { kind, times, detail, accountId }] of due) {
        logger.warn(
          { security_event: kind, severity: severityOf(kind), times, accountId, about: detail },
          'security event',
        );
      }
    } catch (error) {
      logger.warn({ err: error, events: due.length }, 'security events could not be stored, and are tried again');
      for (const [key, entry] of due) if (!pending.has(key)) pending.set(key, entry);
    }
  }
  function flush(all = false): Promise<void> {
    storing = storing.then(() => storeDue(all));
    return storing;
  }

  return {
    note(kind, about = {}) {
      totals.set(kind, (totals.get(kind) ?? 0) + 1);
      try {
        count(kind, about);
      } catch (error) {
        logger.warn({ err: error }, 'a security event could not be noted');
      }
    },
    totals: () => totals,
    flush,
    async close() {
      clearInterval(timer);
      await flush(true);
    },
  };
}
