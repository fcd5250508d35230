import { z } from 'zod';
import { Currency, named } from '#bff/contract/base/common.ts';
import { ACCOUNT_EXAMPLE } from '#bff/contract/money/payee-fields.ts';
import { AccountValue } from './accounts.ts';
import { line, optionalLine } from './fields.ts';

/** An account that customers were asked to pay into, by what papers print of it. */
export const RecallForm = z.object({
  currency: Currency,
  number: line('Please say which account', 50).meta(ACCOUNT_EXAMPLE),
  routing: optionalLine(),
  /** False takes the recall back. */
  is_recalled: z.boolean(),
});
export type RecallForm = z.infer<typeof RecallForm>;

export const RecallsValue = named('SettingsRecalls', {
  recalled: z.array(
    named('RecalledAccount', { currency: Currency, number: z.string(), routing: z.string().nullable() }),
  ),
});
export type RecallsValue = z.infer<typeof RecallsValue>;

export const AskedAccount = named('AskedAccount', {
  ...AccountValue.shape,
  /** It is in the settings; else customers were asked to pay into it before. */
  is_now: z.boolean(),
  is_recalled: z.boolean(),
  /** An owner asks for its recall, and a second one has not decided: new deposits do not ask for it meanwhile. */
  is_being_recalled: z.boolean(),
});
export type AskedAccount = z.infer<typeof AskedAccount>;
