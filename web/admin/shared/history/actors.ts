import type { AuditEntry } from '#bff/contract/identity/admin-audit.ts';

/** The kinds of those who act: the word before the name of one, and the one of a filter. */
export const ACTORS: Readonly<Record<AuditEntry['actor']['kind'], { readonly one: string; readonly all: string }>> = {
  administrator: { one: 'Administrator', all: 'Administrators' },
  'api-key': { one: 'API key', all: 'API keys' },
  customer: { one: 'Customer', all: 'Customers' },
  finance: { one: 'Finance', all: 'Finance' },
  system: { one: 'System', all: 'System' },
};
