import { z } from 'zod';
import { dataOf, Timestamp } from './common.ts';

export const ReadModelState = z.object({
  name: z.string(),
  /** 'running', 'catching-up', 'stopped' (an event could not be applied) or 'silent' (nothing heard for too long). */
  status: z.string(),
  position: z.string(),
  lag_events: z.int().nullable(),
  updated_at: Timestamp.nullable(),
  error: z.string().nullable(),
});
export type ReadModelState = z.infer<typeof ReadModelState>;

export const JobQueueState = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  delayed: z.int(),
  failed: z.int(),
  completed: z.int(),
});
export type JobQueueState = z.infer<typeof JobQueueState>;

export const SystemState = dataOf(
  z.object({
    event_store: z.object({ is_connected: z.boolean(), head_position: z.string().nullable() }),
    postgres: z.object({ is_connected: z.boolean(), size_bytes: z.string().nullable() }),
    read_models: z.array(ReadModelState),
    /** `is_connected` is null where uploads are not scanned. */
    upload_scanner: z.object({ is_connected: z.boolean().nullable(), quarantined: z.int().nullable() }),
    jobs: z.array(JobQueueState),
    process: z.object({ started_at: Timestamp, uptime_s: z.int(), node_version: z.string(), memory_bytes: z.int() }),
  }),
);
export type SystemState = z.infer<typeof SystemState>;
