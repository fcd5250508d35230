import type pg from 'pg';
import { SealError } from '#bff/kit/ports/crypto.ts';
import { SEALED_VALUES, type SealedValue, sealContext } from '#bff/kit/ports/sealed-values.ts';
import { type KeyRing, open } from '#infra/adapters/crypto/seal.ts';

/** Most that are named of each kind: the first of them show enough. Of the others it is said how many they are. */
const MAX_NAMED = 20;
const ANSWERS_AT_ONCE = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** What people were told, or have, and whether the log has it. */
export type Accounted = {
  /** Order lines whose delivered codes are the ones that the log names by their digest. */
  readonly deliveredLines: number;
  readonly deliveredCodes: number;
  /** Answers that were kept for repeated requests and name an order, deposit or withdrawal, which the log has. */
  readonly answers: number;
  /** Withdrawals that are in files for the bank. */
  readonly payouts: number;
  /** Checkouts that were noted and not answered yet. */
  readonly underWay: number;
  readonly problems: readonly string[];
};

/** Compares the tables with what `readBack` noted of the log on this connection. */
export async function accountFor(database: pg.Client, keys: KeyRing): Promise<Accounted> {
  const problems: string[] = [];
  const name = async (text: string, sentence: (id: string) => string) => {
    const { rows } = await database.query<{ id: string; found: number }>(
      `select id, count(*) over ()::int as found from (${text}) as problem limit ${MAX_NAMED}`,
    );
    problems.push(...rows.map(({ id }) => sentence(id)));
    const more = (rows[0]?.found ?? 0) - rows.length;
    if (more > 0) problems.push(`… and ${more.toLocaleString('en-US')} more.`);
  };
  await name(WRONG_LINES, (id) => `The codes of order line ${id} are not those that the log says were delivered.`);
  await name(
    strayOf('gift_code', 'order_id', 'order'),
    (id) => `Codes are given to the order ${id}, which the log does not have.`,
  );
  await name(
    strayOf('payout_batch_item', 'withdrawal_id', 'withdrawal'),
    (id) => `The withdrawal ${id} is in a file for the bank, and the log does not have it.`,
  );
  await readAnswers(database, keys);
  await name(STRAY_ANSWERS, (what) => `Somebody was told that ${what} was taken, and the log does not have it.`);
  const [delivered, answers, payouts, underWay] = [
    await database.query<{ lines: number; codes: number }>(
      `select count(*)::int as lines, coalesce(sum(quantity), 0)::int as codes from (${LAST_DELIVERY}) as line`,
    ),
    await database.query<{ count: number }>(
      'select count(*)::int as count from told join log_document using (kind, id)',
    ),
    await database.query<{ count: number }>('select count(*)::int as count from app.payout_batch_item'),
    await database.query<{ count: number }>(
      `select count(*)::int as count from app.checkout_request where not exists (
        select from log_document where kind = 'order' and id = order_id::text)`,
    ),
  ].map(({ rows: [row] }) => row as Record<string, number>);
  return {
    deliveredLines: delivered?.lines ?? 0,
    deliveredCodes: delivered?.codes ?? 0,
    answers: answers?.count ?? 0,
    payouts: payouts?.count ?? 0,
    underWay: underWay?.count ?? 0,
    problems,
  };
}

/** An event says what a line has been given so far. */
const LAST_DELIVERY = `
  select distinct on (order_id, line_id) order_id, line_id, quantity, digest from log_delivery
  order by order_id, line_id, place desc`;

/** A line may have got more codes in the moment of the snapshot, which are delivered next: then it has more than the log says. */
const WRONG_LINES = `
  select line.line_id as id from (${LAST_DELIVERY}) as line
  left join lateral (
    select count(*) as codes, encode(sha256(convert_to(string_agg(id::text, E'\\n' order by id::text collate "C"), 'UTF8')), 'hex') as digest
    from app.allocated_code where order_id = line.order_id::uuid and line_id = line.line_id::uuid) as shelf on true
  where not exists (select from app.stock_request where order_id = line.order_id::uuid and status = 'released')
    and (shelf.codes < line.quantity or shelf.codes = line.quantity and shelf.digest <> line.digest)`;

const strayOf = (table: string, column: string, kind: string): string => `
  select distinct ${column}::text as id from app.${table} where ${column} is not null
    and not exists (select from log_document where kind = '${kind}' and id = ${column}::text)`;

const CALLS: readonly (readonly [call: RegExp, kind: string])[] = [
  [/^POST \/api\/checkout\b/, 'order'],
  [/^POST \/api\/deposits?\b/, 'deposit'],
  [/^POST \/api\/withdrawals?\b/, 'withdrawal'],
  [/^POST \/api\/admin\/withdrawals$/, 'withdrawal'],
];

/** What each answer that said yes to somebody names, opened with the store's key, comes into a temporary table (`told`). */
async function readAnswers(database: pg.Client, keys: KeyRing): Promise<void> {
  await database.query('create temporary table told (kind text, id text)');
  for (let after = FIRST_ID; ; ) {
    const { rows } = await database.query<{ answer_id: string; call: string; response_sealed: Buffer }>(
      `select answer_id, call, response_sealed from app.idempotency_key
        where answer_id > $1 and status between 200 and 299 and response_sealed is not null and call ~ '^POST /api/(checkout|deposit|withdrawal|admin/withdrawals$)'
        order by answer_id limit ${ANSWERS_AT_ONCE}`,
      [after],
    );
    const told = rows.flatMap(({ answer_id, call, response_sealed }) => {
      const kind = CALLS.find(([pattern]) => pattern.test(call))?.[1];
      const id = kind && idIn(keys, kind, answer_id, response_sealed);
      return id ? [{ kind, id }] : [];
    });
    await database.query('insert into told select * from jsonb_to_recordset($1) as told (kind text, id text)', [
      JSON.stringify(told),
    ]);
    const last = rows.at(-1);
    if (!last) break;
    after = last.answer_id;
  }
  await database.query('analyze told');
}

const STRAY_ANSWERS = `
  select kind || ' ' || id as id from told
  where not exists (select from log_document where log_document.kind = told.kind and log_document.id = told.id)`;

type Answer = { readonly id?: unknown } & Readonly<Record<string, { readonly id?: unknown } | undefined>>;

/** Of the document that the answer is, or has. */
function idIn(keys: KeyRing, kind: string, answerId: string, sealed: Buffer): string | undefined {
  try {
    const answer = JSON.parse(open(keys, sealed, sealContext('keptAnswer', answerId)).toString()) as Answer | null;
    const found = answer?.[kind]?.id ?? answer?.data?.id ?? answer?.id;
    return typeof found === 'string' ? found : undefined;
  } catch (error) {
    // `problemsOfKeys` counts what is sealed under a key that is not there.
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/** Where DATA_ENCRYPTION_KEYS lack a key of the store, or have another one under its number: a value of each kind and key is opened. */
export async function problemsOfKeys(database: pg.Client, keys: KeyRing): Promise<string[]> {
  const closed = new Map<number, number>();
  for (const [value, { table, id, column }] of Object.entries(SEALED_VALUES)) {
    const { rows } = await database.query<{ key: number; count: number; id: string; sealed: Buffer }>(
      `select of_key.*, ${table}.${column} as sealed from app.${table}
        join (select get_byte(${column}, 1) as key, count(*)::int as count, min(${id}::text) as id from app.${table}
          where ${column} is not null group by 1) as of_key on ${table}.${id}::text = of_key.id`,
    );
    for (const { key, count, id, sealed } of rows)
      if (!opens(keys, sealed, sealContext(value as SealedValue, id))) closed.set(key, (closed.get(key) ?? 0) + count);
  }
  return [...closed].map(
    ([key, count]) =>
      `DATA_ENCRYPTION_KEYS are not those of the store: ${count.toLocaleString('en-US')} values (codes, bank accounts, answers) are sealed under its key ${key}, and cannot be opened.`,
  );
}

function opens(keys: KeyRing, sealed: Buffer, context: string): boolean {
  try {
    open(keys, sealed, context);
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
