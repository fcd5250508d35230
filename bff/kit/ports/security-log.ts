import type { SecurityEventKind } from '#bff/contract/identity/security-event-kinds.ts';

export type SecurityNote = {
  /** The network address. */
  readonly address?: string;
  readonly accountId?: string | null;
  /** In our own words: a route, a permission, a stream. Never a password, token, code or text that a stranger typed. */
  readonly detail?: string;
};

/** Notes events that may be an attack. It neither waits nor fails, so the request goes on as before. */
export type SecurityLog = {
  note(kind: SecurityEventKind, about?: SecurityNote): void;
  /** The number of notes by kind, since this process began. */
  totals(): ReadonlyMap<SecurityEventKind, number>;
  /** Stores what is due, and with `all` also the minute that is still being counted. */
  flush(all?: boolean): Promise<void>;
  close(): Promise<void>;
};
