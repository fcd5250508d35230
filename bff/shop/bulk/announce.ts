import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { catalogueProposedMail } from '#bff/papers/mails/notice-mails.ts';
import type { ChangeRow } from './change-store.ts';

/** Every owner hears by mail of a change that waits. */
export async function announceChange(
  { database, config, mails }: Pick<BffDeps, 'database' | 'config' | 'mails'>,
  actor: AdministratorActor,
  { id, title }: Pick<ChangeRow, 'id' | 'title'>,
  far: number,
): Promise<void> {
  const owners = await database.any(sql.type(z.object({ email: z.string(), name: z.string() }))`
    select email, name from app.administrator where is_active and 'owner' = any(roles) order by created_at`);
  const url = `${config.publicUrl}/admin/catalogue-changes/${id}`;
  const mail = catalogueProposedMail({ title, far: String(far), by: actor.name, url });
  for (const owner of owners) {
    await mails.send('price-change', owner, mail, { id: `catalogue-${id}-${owner.email}`, about: id });
  }
}
