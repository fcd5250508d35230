import { z } from 'zod';
import { sql } from '#bff/lib/sql.ts';

/** For so long a password or a code that was given confirms what is decided in its session. */
const STEP_UP_MINUTES = 10;

/** What a session has proven, of a query over `session`; `owner` is its column that names the owner. */
export const proofColumns = (owner: 'customer_id' | 'administrator_id') => sql.fragment`
  session.confirmed_at > now() - ${`${STEP_UP_MINUTES} minutes`}::interval as is_confirmed,
  exists (select from app.mfa_factor as factor
    where factor.owner_id = ${sql.identifier(['session', owner])} and factor.verified_at is not null) as has_second_factor`;

export const proofFields = { is_confirmed: z.boolean(), has_second_factor: z.boolean() };
