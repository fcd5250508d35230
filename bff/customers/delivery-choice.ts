import { z } from 'zod';
import { type Queryable, sql } from '#bff/lib/sql.ts';

const Chosen = z.object({ inPart: z.boolean() });

/** The customer's standing consent to get what is in stock before the rest; false where they never chose. */
export async function takesParts(database: Queryable, customerId: string): Promise<boolean> {
  const row = await database.maybeOne(sql.type(Chosen)`
    select in_part as "inPart" from app.delivery_choice where customer_id = ${customerId}
    order by chosen_at desc, choice_id desc limit 1`);
  return row?.inPart ?? false;
}

/** Stores a choice with its time; the same choice again changes nothing. */
export async function chooseDelivery(
  database: Queryable,
  { id, customerId, inPart, at }: { id: string; customerId: string; inPart: boolean; at: Date },
): Promise<void> {
  if ((await takesParts(database, customerId)) === inPart) return;
  await database.query(sql.void`insert into app.delivery_choice (choice_id, customer_id, in_part, chosen_at)
    values (${id}, ${customerId}, ${inPart}, ${sql.timestamp(at)}) on conflict (choice_id) do nothing`);
}
