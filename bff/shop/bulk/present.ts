import type { CatalogueChange, CatalogueLine } from '#bff/contract/shop/admin-catalogue.ts';
import { timeOrNull } from '#bff/kit/lib/present.ts';
import { isUuid } from '#projections/kernel/sql.ts';
import type { ChangeRow, LineRow } from './change-store.ts';

/** Longer texts are cut; the file has them. */
const MAX_SHOWN = 300;

/** A file is applied as a whole or not at all; of prices and discounts, what cannot be changed is left out. */
export const canApply = ({ fileSha256, counts }: Pick<ChangeRow, 'fileSha256' | 'counts'>): boolean =>
  counts.new + counts.changed > 0 && (fileSha256 === null || counts.wrong === 0);

export const presentChange = (change: ChangeRow): CatalogueChange => ({
  customer: change.customerId === null ? null : { id: change.customerId, name: change.customerName ?? '' },
  id: change.id,
  kind: change.kind,
  title: change.title,
  file_sha256: change.fileSha256,
  read_as: change.readAs,
  digest: change.digest,
  counts: change.counts,
  status: change.status,
  can_apply: change.status === 'shown' && canApply(change),
  created_by: { id: change.createdBy, name: change.createdByName },
  created_at: change.createdAt.toISOString(),
  due_at: timeOrNull(change.dueAt),
  time_zone: change.timeZone,
  confirmed_by: change.confirmedBy === null ? null : { id: change.confirmedBy, name: change.confirmedByName ?? '' },
  ended_at: timeOrNull(change.endedAt),
  applied: change.applied,
});

const cut = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text);

export const presentLine = ({
  line,
  state,
  name,
  subject,
  fields,
  problems,
  isFar,
  refused,
}: LineRow): CatalogueLine => ({
  id: String(line),
  line,
  state,
  problems,
  refused,
  is_far: isFar,
  name: cut(name),
  // The product of a new row is not there before it is applied, and a brand has a number.
  product_id: isUuid(subject) ? subject : null,
  fields: fields.map(({ name: column, before, after }) => ({
    name: column,
    before: before === null ? null : cut(before),
    after: cut(after),
  })),
});
