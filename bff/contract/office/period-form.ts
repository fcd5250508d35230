import { z } from 'zod';
import { optionalText, requiredText } from '#bff/contract/base/form-fields.ts';
import { MAX_CLOSE_REASON, MAX_POINT, MAX_POINTS, MAX_REOPEN_REASON } from '#core/aggregates/period/limits.ts';

/** Everybody who reads the audit trail reads the reason. */
export const ReopenPeriodForm = z.object({ reason: requiredText('Say why it is reopened', MAX_REOPEN_REASON) });

/** Why a month is closed while points are open at the bank. */
export const CloseReasonForm = z.object({ reason: requiredText('Say why it is closed', MAX_CLOSE_REASON) });

/** What is open at the bank, as it was shown; with it, why the month is closed all the same. */
export const ClosePeriodForm = z.object({
  expect_open: z.array(z.string().max(MAX_POINT)).max(MAX_POINTS).default([]),
  reason: optionalText(MAX_CLOSE_REASON),
});
