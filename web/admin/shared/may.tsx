import type { ReactNode } from 'react';
import type { Permission } from '#bff/contract/roles.ts';
import { useAdministrator } from '#web/lib/administrator.ts';

/** Whether the signed-in administrator may do something; not until it is known. The server decides: this is what is offered. */
export const useMay = (permission: Permission): boolean => useAdministrator().permissions.includes(permission);

/** What one may not do is not there, rather than disabled. */
export const May = ({ permission, children }: { permission: Permission; children: ReactNode }) =>
  useMay(permission) ? children : null;
