import { z } from 'zod';
import { MAX_REOPEN_REASON } from '#core/period/limits.ts';
import { requiredText } from './form-fields.ts';

/** Everybody who reads the audit trail reads the reason. */
export const ReopenPeriodForm = z.object({ reason: requiredText('Say why it is reopened', MAX_REOPEN_REASON) });
