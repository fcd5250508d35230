/** The roles of administrators; one may have several. The database checks them too, and bff/contract/base/roles.ts defines what each may do. */
export const ROLES = ['owner', 'approver', 'catalogue', 'support', 'finance', 'auditor'] as const;
export type Role = (typeof ROLES)[number];
