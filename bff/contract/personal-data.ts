import { z } from 'zod';
import { DateOnly, MAX_NOTE_LENGTH, named, Owner, PageQuery, pageOf, savedOf, Timestamp, Uuid } from './common.ts';

/** A customer may request a copy of all their data, or its erasure. */
export const PersonalDataKind = z.enum(['export', 'erasure']);
export type PersonalDataKind = z.infer<typeof PersonalDataKind>;

/** 'confirmed': an owner approved it, and a job works on it. */
export const PersonalDataStatus = z.enum(['requested', 'taken-back', 'refused', 'confirmed', 'done']);
export type PersonalDataStatus = z.infer<typeof PersonalDataStatus>;

export const PersonalDataRequest = named('PersonalDataRequest', {
  id: Uuid,
  kind: PersonalDataKind,
  status: PersonalDataStatus,
  requested_at: Timestamp,
  decided_at: Timestamp.nullable(),
  /** The owner's words. */
  note: z.string().max(MAX_NOTE_LENGTH).nullable(),
  done_at: Timestamp.nullable(),
  /** Until when the copy can be downloaded; null where it cannot. */
  download_until: Timestamp.nullable(),
});
export type PersonalDataRequest = z.infer<typeof PersonalDataRequest>;

/** The status of each request, and the obstacles to an erasure, one sentence each. */
export const PersonalDataAnswer = named('PersonalDataAnswer', {
  export: PersonalDataRequest.nullable(),
  erasure: PersonalDataRequest.nullable(),
  obstacles: z.array(z.string()),
  invoice_years: z.int(),
});
export type PersonalDataAnswer = z.infer<typeof PersonalDataAnswer>;

export const PersonalDataSaved = savedOf(PersonalDataRequest);

const Counts = z.record(z.string(), z.int());
/** What an erasure removed, by table, kind of file, and number of jobs; and how many events stay, by category. */
export const ErasureCounts = z.object({
  tables: Counts.optional(),
  files: Counts.optional(),
  jobs: z.int().optional(),
  events: Counts.optional(),
});
export type ErasureCounts = z.infer<typeof ErasureCounts>;

const KeptInvoice = z.object({ id: Uuid, number: z.string(), keep_until: DateOnly });

/** What an erasure removed, and what it kept until when and why. It has no personal data. */
const ErasureReport = named('ErasureReport', {
  removed: z.array(z.object({ what: z.string(), count: z.int() })),
  kept: z.array(z.object({ what: z.string(), count: z.int(), until: DateOnly.nullable(), why: z.string() })),
  invoices: z.array(KeptInvoice),
});
export type ErasureReport = z.infer<typeof ErasureReport>;

export const AdminPersonalDataRequest = PersonalDataRequest.extend({
  user: Owner,
  decided_by: z.object({ id: Uuid, name: z.string() }).nullable(),
  /** The obstacles of a waiting erasure. */
  obstacles: z.array(z.string()),
  /** The report of a finished erasure. */
  report: ErasureReport.nullable(),
}).meta({ id: 'AdminPersonalDataRequest' });
export type AdminPersonalDataRequest = z.infer<typeof AdminPersonalDataRequest>;

export const AdminPersonalDataQuery = PageQuery.extend({ status: PersonalDataStatus.optional() });
export const AdminPersonalDataPage = pageOf(AdminPersonalDataRequest);
export const AdminPersonalDataSaved = savedOf(AdminPersonalDataRequest);

export const KeptInvoiceParams = z.object({ id: Uuid, invoiceId: Uuid });
