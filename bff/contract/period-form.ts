import { z } from 'zod';
import { MAX_REOPEN_REASON } from '#core/period/limits.ts';
import { requiredText } from './form-fields.ts';

/** The reason is read by everybody who reads the audit trail. */
export const ReopenPeriodForm = z.object({ reason: requiredText('Say why it is reopened', MAX_REOPEN_REASON) });
