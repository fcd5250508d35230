import { z } from 'zod';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable } from '#bff/kit/tables/table.ts';

const choices = appTable('delivery_choice', z.object({ inPart: z.boolean() }));

/** The customer's standing consent to get what is in stock before the rest; false where they never chose. */
export async function takesParts(database: Queryable, customerId: string): Promise<boolean> {
  const last = sql.fragment`order by chosen_at desc, choice_id desc limit 1`;
  return (await choices.list(database, { customerId }, last))[0]?.inPart ?? false;
}

/** The same choice again changes nothing. */
export async function chooseDelivery(
  database: Queryable,
  { id, customerId, inPart, at }: { id: string; customerId: string; inPart: boolean; at: Date },
): Promise<void> {
  if ((await takesParts(database, customerId)) === inPart) return;
  await choices.add(database, { choiceId: id, customerId, inPart, chosenAt: at });
}
