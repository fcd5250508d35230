import { z } from 'zod';
import { MAX_NUMERIC_ID } from '#bff/contract/base/common.ts';
import { emailField, optionalText, requiredText } from '#bff/contract/base/form-fields.ts';
import { MAX_SETTINGS_LINE, MAX_SETTINGS_REASON } from '#core/aggregates/settings/limits.ts';

/** A mail shows before and after on lines of their own: no value may add lines that look like those. */
const isOneLine = (text: string | null): boolean => text === null || !/[\p{Cc}\u2028\u2029]/u.test(text);
const ONE_LINE = 'Please write it on one line';
export const line = (message: string, max: number = MAX_SETTINGS_LINE) =>
  requiredText(message, max).refine(isOneLine, ONE_LINE);
export const optionalLine = () => optionalText(MAX_SETTINGS_LINE).refine(isOneLine, ONE_LINE);
export const optionalEmail = () =>
  z
    .union([z.literal(''), z.null(), emailField()], { error: 'Please enter a valid email address' })
    .optional()
    .transform((text) => text || null);

/** What every change says beside its values. `expect_version`: of the section, as it was shown. */
export const settingsChange = {
  why: requiredText('Please say why', MAX_SETTINGS_REASON),
  expect_version: z.int().min(0).max(MAX_NUMERIC_ID),
};
