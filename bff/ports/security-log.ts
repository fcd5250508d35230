import type { SecurityEventKind } from '#bff/contract/security-event-kinds.ts';

export type SecurityNote = {
  /** Of the network. */
  readonly address?: string;
  readonly accountId?: string | null;
  /** Of our own words: a route, a permission, a stream. Never a password, token, code or what a stranger typed into a form. */
  readonly detail?: string;
};

/** Where what may be an attack is noted. To note neither waits nor fails: what is observed goes on as it would. */
export type SecurityLog = {
  note(kind: SecurityEventKind, about?: SecurityNote): void;
  /** What this process has noted since it began, by kind. */
  totals(): ReadonlyMap<SecurityEventKind, number>;
  /** Stores what is due, and with `all` what is still being counted. */
  flush(all?: boolean): Promise<void>;
  close(): Promise<void>;
};
