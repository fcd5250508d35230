import { z } from 'zod';
import { Timestamp, Uuid } from './common.ts';
import { requiredText } from './form-fields.ts';

/** What a key may do; each customer route names the ability it wants, and one without a name takes no keys. */
const API_KEY_ABILITIES = [
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

const MAX_API_KEY_DAYS = 366;
const DEFAULT_API_KEY_DAYS = 366;

export const ApiKey = z
  .object({
    id: Uuid,
    name: z.string(),
    abilities: z.array(ApiKeyAbility),
    /** The last four characters, to tell keys apart. */
    last_four: z.string(),
    last_used_at: Timestamp.nullable(),
    created_at: Timestamp,
    expires_at: Timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyAnswer = z.object({ has_api_key: z.boolean(), token: ApiKey.nullable() });

/** All optional: without a body, a key with every ability that lasts a year. */
export const CreateApiKeyBody = z
  .object({
    name: requiredText('Name is required', 100).default('API key'),
    abilities: z
      .array(ApiKeyAbility)
      .min(1, 'Choose at least one ability')
      .default([...API_KEY_ABILITIES]),
    expires_in_days: z.int().min(1).max(MAX_API_KEY_DAYS).default(DEFAULT_API_KEY_DAYS),
  })
  .prefault({});

/** `plain_text_token` is shown here and never again. */
export const ApiKeyCreated = z.object({
  message: z.string(),
  token: ApiKey.extend({ plain_text_token: z.string() }),
});
