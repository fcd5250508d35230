import { z } from 'zod';
import { named } from '#bff/contract/base/common.ts';
import { RETENTION_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { numberForm, numberValues } from './numbers.ts';

export const RetentionForm = z.object(numberForm(RETENTION_NUMBERS));
export const RetentionValue = named('SettingsRetention', numberValues(RETENTION_NUMBERS));
