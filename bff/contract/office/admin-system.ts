import { z } from 'zod';
import { dataOf, Timestamp } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';

export const ReadModelState = z.object({
  name: z.string(),
  /** 'running', 'catching-up', 'stopped' (an event could not be applied), 'other-log' (it is not the one that was applied) or 'silent'. */
  status: z.string(),
  position: z.string(),
  lag_events: z.int().nullable(),
  updated_at: Timestamp.nullable(),
  error: z.string().nullable(),
});
export type ReadModelState = z.infer<typeof ReadModelState>;

const FollowerState = z.object({
  name: z.enum(['processes', 'webhooks']),
  position: z.string(),
  saved_at: Timestamp,
  /** Why it waits: the log does not have the event that it followed last. */
  problem: z.string().nullable(),
});

export const JobName = z.enum([
  'mail',
  'account-link',
  'webhooks',
  'order-expiry',
  'planned-prices',
  'money-mails',
  'credit-reminders',
  'second-factor-reset',
  'administrator-changes',
  'settings-changes',
  'send-records',
  'image-sizes',
  'issue-invoices',
  'personal-data',
  'watch-ledger',
  'watch-notary',
  'clean-up',
]);
export type JobName = z.infer<typeof JobName>;

export const JobQueueState = z.object({
  name: JobName,
  waiting: z.int(),
  active: z.int(),
  delayed: z.int(),
  failed: z.int(),
  completed: z.int(),
});
export type JobQueueState = z.infer<typeof JobQueueState>;

const WitnessState = z.object({
  name: z.string(),
  /** How many events its last head covers. */
  size: z.string(),
  asked_at: Timestamp,
  /** Why the last signing failed, and since when signing fails. */
  problem: z.string().nullable(),
  failing_since: Timestamp.nullable(),
});
export type WitnessState = z.infer<typeof WitnessState>;

const NotaryState = z.object({
  /** The last head that was signed; null before the first. */
  head: z.object({ size: z.string(), signed_at: Timestamp, cosigned_by: z.array(z.string()) }).nullable(),
  /** Why the notary refused after that. */
  refusal: z.object({ problem: z.string(), refused_at: Timestamp }).nullable(),
  witnesses: z.array(WitnessState),
});
export type NotaryState = z.infer<typeof NotaryState>;

const BackupState = z.object({
  /** The folder or bucket, without its key. */
  place: z.string(),
  ended_at: Timestamp,
  /** Why the last run made no set. */
  problem: z.string().nullable(),
  /** The newest set, and what making it took. */
  set: z.object({ made_at: Timestamp, events: z.string(), bytes: z.string(), seconds: z.number() }).nullable(),
});
export type BackupState = z.infer<typeof BackupState>;

export const SystemState = dataOf(
  z.object({
    /** The parts that gave no answer in time, in words; null where all did. */
    unanswered: z.string().nullable(),
    event_store: z.object({
      is_connected: z.boolean(),
      head_position: z.string().nullable(),
      /** Name and version in words; null where the server does not say them. */
      server: z.string().nullable(),
      /** Without a login. */
      address: z.string(),
    }),
    postgres: z.object({
      is_connected: z.boolean(),
      size_bytes: z.string().nullable(),
      /** Null where lists are read from the primary alone. `behind_s` is at most so much, null while it is away. */
      standby: z
        .object({ server: z.string().nullable(), behind_s: z.int().nullable(), problem: z.string().nullable() })
        .nullable(),
    }),
    read_models: z.array(ReadModelState),
    /** What else follows the log, once it has begun. */
    followers: z.array(FollowerState),
    /** `problem`: why nothing can be uploaded or opened. `free_bytes` is null for a bucket. */
    files: z.object({ place: z.string(), problem: z.string().nullable(), free_bytes: z.int().nullable() }),
    /** `is_connected` is null where uploads are not scanned. */
    upload_scanner: z.object({ is_connected: z.boolean().nullable(), quarantined: z.int().nullable() }),
    /** Null where it cannot be read. */
    notary: NotaryState.nullable(),
    /** One a place, the newest run first; empty before the first, null where it cannot be read. */
    backups: z.array(BackupState).nullable(),
    jobs: z.array(JobQueueState),
    /** Why the work that repeats stands still; null where it does not. */
    jobs_problem: z.string().nullable(),
    process: z.object({
      started_at: Timestamp,
      uptime_s: z.int(),
      /** Of this program, such as 0.1.0. */
      version: z.string(),
      node_version: z.string(),
      memory_bytes: z.int(),
    }),
  }),
);
export type SystemState = z.infer<typeof SystemState>;

const desk = routesFor({ auth: 'administrator', permission: 'system:read', tag: 'Admin: system' });

export const adminSystemRoutes = {
  getSystem: desk.get('/admin/system', 'Lag of the read models, jobs, event store.', SystemState, {
    background: true,
  }),
};
