import { z } from 'zod';
import {
  DateOnly,
  dataOf,
  MAX_NOTE_LENGTH,
  named,
  Owner,
  PageQuery,
  pageOf,
  savedOf,
  Timestamp,
  Uuid,
} from '#bff/contract/base/common.ts';
import { PDF, routesFor } from '#bff/contract/base/route.ts';
import { ConfirmPersonalDataForm, RefusePersonalDataForm } from './personal-data-form.ts';

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

const PersonalDataSaved = savedOf(PersonalDataRequest);

const Counts = z.record(z.string(), z.int());
/** What an erasure removed, by table, kind of file, and number of jobs; and how many events stay, by category. */
export const ErasureCounts = z.object({
  tables: Counts.optional(),
  files: Counts.optional(),
  jobs: z.int().optional(),
  /** Those that nobody can open stay. */
  unreadJobs: z.int().optional(),
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
  obstacles: z.array(z.string()),
  /** The report of a finished erasure. */
  report: ErasureReport.nullable(),
}).meta({ id: 'AdminPersonalDataRequest' });
export type AdminPersonalDataRequest = z.infer<typeof AdminPersonalDataRequest>;

const AdminPersonalDataQuery = PageQuery.extend({ status: PersonalDataStatus.optional() });
export const AdminPersonalDataPage = pageOf(AdminPersonalDataRequest);
const AdminPersonalDataSaved = savedOf(AdminPersonalDataRequest);

const KeptInvoiceParams = z.object({ id: Uuid, invoiceId: Uuid });

const signedIn = routesFor({ auth: 'customer-any-state', tag: 'Personal data' });

export const personalDataRoutes = {
  getPersonalDataRequests: signedIn.get(
    '/user/personal-data',
    'What was asked for about one’s own data, and what stands in the way of an erasure.',
    PersonalDataAnswer,
  ),
  requestDataExport: signedIn.post(
    '/user/personal-data/export',
    'Ask for a copy of everything about oneself.',
    PersonalDataSaved,
    { step_up: true, status: 201 },
  ),
  downloadPersonalData: signedIn.file(
    '/user/personal-data/archive',
    'The copy as one ZIP, made while it is sent: for a week after an owner has confirmed it.',
    'application/zip',
    { step_up: true },
  ),
  requestErasure: signedIn.post(
    '/user/personal-data/erasure',
    'Ask to be erased. 409 while money or anything open would be lost.',
    PersonalDataSaved,
    { step_up: true, status: 201 },
  ),
  takePersonalDataRequestBack: signedIn.delete(
    '/user/personal-data/:id',
    'Take a request back, until an owner has confirmed it.',
    PersonalDataSaved,
  ),
};

const desk = routesFor({ auth: 'administrator', permission: 'personal-data:decide', tag: 'Admin: personal data' });

export const adminPersonalDataRoutes = {
  listPersonalDatas: desk.get(
    '/admin/personal-data',
    'What customers asked for about their data: what waits first, then the newest.',
    AdminPersonalDataPage,
    { query: AdminPersonalDataQuery },
  ),
  adminGetPersonalDataRequest: desk.get(
    '/admin/personal-data/:id',
    'One request: what stands in its way, and the report of an erasure.',
    dataOf(AdminPersonalDataRequest),
  ),
  adminConfirmPersonalDataRequest: desk.post(
    '/admin/personal-data/:id/confirm',
    'Say yes. An erasure signs the customer out at once, and a job does it; it cannot be undone.',
    AdminPersonalDataSaved,
    {
      step_up: true,
      body: ConfirmPersonalDataForm,
      expects: { nothing: 'a request has an id of its own, and never changes' },
    },
  ),
  adminRefusePersonalDataRequest: desk.post(
    '/admin/personal-data/:id/refuse',
    'Say no, with a reason that the customer reads.',
    AdminPersonalDataSaved,
    {
      step_up: true,
      body: RefusePersonalDataForm,
      expects: { nothing: 'nothing of the customer is given out or erased' },
    },
  ),
  adminOpenKeptInvoice: desk.file(
    '/admin/personal-data/:id/invoices/:invoiceId',
    'An invoice that is kept of an erased customer; each look is recorded.',
    PDF,
    { step_up: true, params: KeptInvoiceParams },
  ),
};
