import { z } from 'zod';
import { DateOnly, dataOf, MAX_NOTE_LENGTH, Owner, PageQuery, pageOf, savedOf, Timestamp, Uuid } from './common.ts';

/** What a customer may ask for: a copy of everything about them, or to be forgotten. */
export const PersonalDataKind = z.enum(['export', 'erasure']);
export type PersonalDataKind = z.infer<typeof PersonalDataKind>;

/** 'confirmed': an owner said yes, and a job is at it. */
export const PersonalDataStatus = z.enum(['requested', 'taken-back', 'refused', 'confirmed', 'done']);
export type PersonalDataStatus = z.infer<typeof PersonalDataStatus>;

export const PersonalDataRequest = z
  .object({
    id: Uuid,
    kind: PersonalDataKind,
    status: PersonalDataStatus,
    requested_at: Timestamp,
    decided_at: Timestamp.nullable(),
    /** The owner's words. */
    note: z.string().max(MAX_NOTE_LENGTH).nullable(),
    done_at: Timestamp.nullable(),
    /** Until when the copy can be downloaded; null where there is none, or not any more. */
    download_until: Timestamp.nullable(),
  })
  .meta({ id: 'PersonalDataRequest' });
export type PersonalDataRequest = z.infer<typeof PersonalDataRequest>;

/** Where each stands, and what stands in the way of an erasure, a sentence each. */
export const PersonalDataAnswer = z
  .object({
    export: PersonalDataRequest.nullable(),
    erasure: PersonalDataRequest.nullable(),
    obstacles: z.array(z.string()),
    invoice_years: z.int(),
  })
  .meta({ id: 'PersonalDataAnswer' });
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

/** What an erasure removed and what it kept, until when and why. It says nothing of the person. */
const ErasureReport = z
  .object({
    removed: z.array(z.object({ what: z.string(), count: z.int() })),
    kept: z.array(z.object({ what: z.string(), count: z.int(), until: DateOnly.nullable(), why: z.string() })),
    invoices: z.array(KeptInvoice),
  })
  .meta({ id: 'ErasureReport' });
export type ErasureReport = z.infer<typeof ErasureReport>;

export const AdminPersonalDataRequest = PersonalDataRequest.extend({
  user: Owner,
  decided_by: z.object({ id: Uuid, name: z.string() }).nullable(),
  /** Of an erasure that waits. */
  obstacles: z.array(z.string()),
  /** Of an erasure that is done. */
  report: ErasureReport.nullable(),
}).meta({ id: 'AdminPersonalDataRequest' });
export type AdminPersonalDataRequest = z.infer<typeof AdminPersonalDataRequest>;

export const AdminPersonalDataQuery = PageQuery.extend({ status: PersonalDataStatus.optional() });
export const AdminPersonalDataPage = pageOf(AdminPersonalDataRequest);
export const AdminPersonalDataAnswer = dataOf(AdminPersonalDataRequest);
export const AdminPersonalDataSaved = savedOf(AdminPersonalDataRequest);

export const KeptInvoiceParams = z.object({ id: Uuid, invoiceId: Uuid });
