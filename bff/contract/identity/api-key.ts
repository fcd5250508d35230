import { z } from 'zod';
import { API_KEY_ABILITIES, ApiKeyAbility } from '#bff/contract/base/api-key-abilities.ts';
import { named, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { requiredText } from '#bff/contract/base/form-fields.ts';

/** The default. Orders and codes are money, so a key without stated abilities does not get them. */
const DEFAULT_ABILITIES: readonly ApiKeyAbility[] = API_KEY_ABILITIES.filter(
  (ability) => !/^(orders|codes):/.test(ability),
);

/** Gift codes are money: no test key reads one. */
const LIVE_ABILITIES: readonly ApiKeyAbility[] = ['codes:read'];

const MAX_API_KEY_DAYS = 3_650;

/** A live key does what its abilities allow. A test key reads; its writes are checked and not done. */
export const ApiKeyMode = z.enum(['live', 'test']);
export type ApiKeyMode = z.infer<typeof ApiKeyMode>;
const mode = ApiKeyMode.default('live');

export const ApiKey = named('ApiKey', {
  id: Uuid,
  name: z.string(),
  mode: ApiKeyMode,
  abilities: z.array(ApiKeyAbility),
  last_four: z.string(),
  last_used_at: Timestamp.nullable(),
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyAnswer = z.object({
  has_api_key: z.boolean(),
  token: ApiKey.nullable(),
  test_token: ApiKey.nullable(),
});

export const RevokeApiKeyQuery = z.object({ mode });

const name = requiredText('Name is required', 100);
const abilities = z.array(ApiKeyAbility).min(1, 'Choose at least one ability');
const DAYS = `A number of days, ${MAX_API_KEY_DAYS.toLocaleString('en')} at most`;
/** Null: the key works until it is revoked. */
const expires_in_days = z.int(DAYS).min(1, DAYS).max(MAX_API_KEY_DAYS, DAYS).nullable();

export const ApiKeyForm = z.object({ name, abilities, expires_in_days });

/** All fields are optional. Without a body, the key neither orders nor reads codes and works until it is revoked. */
export const CreateApiKeyBody = z
  .object({
    name: name.default('API key'),
    abilities: abilities.default([...DEFAULT_ABILITIES]),
    expires_in_days: expires_in_days.default(null),
    mode,
  })
  .refine((key) => key.mode === 'live' || !key.abilities.some((ability) => LIVE_ABILITIES.includes(ability)), {
    path: ['abilities'],
    message: 'A test key reads no gift codes',
  })
  .prefault({});

/** `plain_text_token` is shown only here. */
export const ApiKeyCreated = z.object({
  message: z.string(),
  token: ApiKey.extend({ plain_text_token: z.string() }),
});
