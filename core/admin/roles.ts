/** What an administrator may be; one may have several roles. The database checks them too, and bff/contract/roles.ts says what each may do. */
export const ROLES = ['owner', 'approver', 'catalogue', 'support', 'finance', 'auditor'] as const;
export type Role = (typeof ROLES)[number];
