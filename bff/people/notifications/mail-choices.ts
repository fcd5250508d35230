import { z } from 'zod';
import { MONEY_MAILS, type MoneyMail } from '#bff/contract/people/money-mail-kinds.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

const Off = z.object({ kind: z.string() });

const listOff = async (database: Queryable, customerId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (await database.any(sql.type(Off)`select kind from app.money_mail_off where customer_id = ${customerId}`)).map(
      ({ kind }) => kind,
    ),
  );

export const isMailOff = async (database: Queryable, customerId: string, kind: MoneyMail): Promise<boolean> =>
  (await listOff(database, customerId)).has(kind);

/** Every kind of mail about money, and whether the customer gets it. */
export async function mailChoices(database: Queryable, customerId: string) {
  const off = await listOff(database, customerId);
  return (Object.keys(MONEY_MAILS) as MoneyMail[]).map((kind) => ({ kind, is_on: !off.has(kind) }));
}

/** The same choice again changes nothing. */
export async function chooseMail(
  database: Queryable,
  customerId: string,
  { kind, is_on }: { readonly kind: MoneyMail; readonly is_on: boolean },
): Promise<void> {
  await database.query(
    is_on
      ? sql.void`delete from app.money_mail_off where customer_id = ${customerId} and kind = ${kind}`
      : sql.void`insert into app.money_mail_off (customer_id, kind) values (${customerId}, ${kind}) on conflict do nothing`,
  );
}
