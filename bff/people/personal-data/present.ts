import type {
  AdminPersonalDataRequest,
  ErasureReport,
  PersonalDataRequest,
} from '#bff/contract/people/personal-data.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { openNote } from '#bff/kit/lib/notes.ts';
import { ERASED_NAME, timeOrNull } from '#bff/kit/lib/present.ts';
import { type KeptInvoice, listKeptInvoices } from './kept-invoices.ts';
import { obstaclesOf } from './obstacles.ts';
import type { PersonalDataRow } from './requests.ts';

/** How long a copy can be downloaded after its confirmation. */
const DOWNLOAD_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** Null where the copy cannot be downloaded. */
export function downloadUntil({ kind, done_at }: PersonalDataRow, now: Date): Date | null {
  if (kind !== 'export' || done_at === null) return null;
  const until = new Date(Date.parse(done_at) + DOWNLOAD_DAYS * DAY_MS);
  return until > now ? until : null;
}

export async function presentRequest(
  { notes, clock }: Pick<BffDeps, 'notes' | 'clock'>,
  row: PersonalDataRow,
): Promise<PersonalDataRequest> {
  const { id, kind, status, requested_at, decided_at, done_at } = row;
  const note = row.note_sealed === null ? null : await openNote(notes, row.customer_id, row.note_sealed);
  const download_until = timeOrNull(downloadUntil(row, clock()));
  return { id, kind, status, requested_at, decided_at, note, done_at, download_until };
}

export async function presentForOwner(
  deps: Pick<BffDeps, 'notes' | 'database' | 'clock'>,
  row: PersonalDataRow,
): Promise<AdminPersonalDataRequest> {
  const isErasure = row.kind === 'erasure';
  return {
    ...(await presentRequest(deps, row)),
    user: { id: row.customer_id, name: row.customer_name ?? ERASED_NAME, email: row.customer_email ?? '' },
    decided_by: row.decided_by === null ? null : { id: row.decided_by, name: row.decided_by_name ?? '' },
    obstacles: isErasure && row.status === 'requested' ? await obstaclesOf(deps.database, row.customer_id) : [],
    report: isErasure && row.status === 'done' ? reportOf(row, await listKeptInvoices(deps.database, row.id)) : null,
  };
}

const UNREAD_MAILS = {
  what: 'Mails that nobody can read',
  why: 'The key that they were sealed under is not there, so nothing tells whether one is of this customer.',
};

const words = (name: string) => name.replaceAll('_', ' ');

function reportOf({ report }: PersonalDataRow, invoices: readonly KeptInvoice[]): ErasureReport {
  const counted = (counts: Readonly<Record<string, number>> = {}) =>
    Object.entries(counts).map(([what, count]) => ({ what: words(what), count }));
  const until =
    invoices
      .map(({ keep_until }) => keep_until)
      .sort()
      .at(-1) ?? null;
  const events = Object.values(report.events ?? {}).reduce((sum, count) => sum + count, 0);
  return {
    removed: [
      ...counted(report.tables).map(({ what, count }) => ({ what: `Rows: ${what}`, count })),
      ...counted(report.files).map(({ what, count }) => ({ what: `Files: ${what}`, count })),
      ...((report.jobs ?? 0) > 0 ? [{ what: 'Mails that waited', count: report.jobs ?? 0 }] : []),
      { what: 'Key of the notes and bank data', count: 1 },
    ],
    kept: [
      {
        what: 'Entries of the ledger',
        count: events,
        until: null,
        why: 'The books must stay whole. They name nobody.',
      },
      ...((report.unreadJobs ?? 0) > 0 ? [{ ...UNREAD_MAILS, count: report.unreadJobs ?? 0, until: null }] : []),
      ...(invoices.length === 0
        ? []
        : [
            {
              what: 'Invoices, sealed',
              count: invoices.length,
              until,
              why: 'The law asks for them. Each goes on its day.',
            },
          ]),
    ],
    invoices: [...invoices],
  };
}
