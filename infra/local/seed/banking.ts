import type pg from 'pg';
import type { KeyRing } from '../../crypto/seal.ts';
import type { PlannedCustomer } from './plan.ts';

/** Placeholder until the sealed layout of banking details is known here. */
export async function saveBanking(
  _pool: pg.Pool,
  _keys: KeyRing,
  _customer: PlannedCustomer,
  _at: Date,
): Promise<void> {}
