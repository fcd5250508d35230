import type { ReactNode } from 'react';
import type { Permission } from '#bff/contract/base/roles.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';

/**
 * Whether the signed-in administrator may do something; false until that is loaded. It decides only what is offered, because the server
 * checks as well.
 */
export const useMay = (permission: Permission): boolean => useAdministrator().permissions.includes(permission);

/** Actions without permission are left out, rather than disabled. */
export const May = ({ permission, children }: { permission: Permission; children: ReactNode }) =>
  useMay(permission) ? children : null;
