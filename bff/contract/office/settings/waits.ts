import { z } from 'zod';
import { named } from '#bff/contract/base/common.ts';
import { WAIT_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { numberForm, numberValues } from './numbers.ts';

export const WaitsForm = z.object(numberForm(WAIT_NUMBERS));
export const WaitsValue = named('SettingsWaits', numberValues(WAIT_NUMBERS));
