import { z } from 'zod';

/** What a key may do. Each customer route names the ability that it requires; a route without one takes no keys. */
export const API_KEY_ABILITIES = [
  'user:read',
  'catalogue:read',
  'wallets:read',
  'transactions:read',
  'cart:write',
  'orders:read',
  'orders:write',
  'codes:read',
  'deposits:read',
  'deposits:write',
  'withdrawals:read',
] as const;
export const ApiKeyAbility = z.enum(API_KEY_ABILITIES);
export type ApiKeyAbility = z.infer<typeof ApiKeyAbility>;
