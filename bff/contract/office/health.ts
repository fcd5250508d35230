import { z } from 'zod';

export const LivenessAnswer = z.object({ status: z.literal('live') });

/** 503 with the same shape when any check but `files`, `repeated_work` and `standby` fails. */
export const ReadinessAnswer = z.object({
  status: z.enum(['ready', 'not-ready']),
  checks: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().optional() })),
});
