import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { v7 } from 'uuid';
import {
  type AddedCodes,
  type CodeStore,
  InvalidCodeError,
  type OrderCode,
  type VariantStock,
} from '#bff/kit/ports/code-store.ts';
import { codeProblem, essenceOf, lastFourOf, MAX_CODES_AT_ONCE } from '#bff/kit/ports/gift-code.ts';
import { sealContext } from '#bff/kit/ports/sealed-values.ts';
import { installationKey } from '#infra/adapters/crypto/installation-key.ts';
import { type KeyRing, open, seal } from '#infra/adapters/crypto/seal.ts';
import { inGroups } from './in-groups.ts';
import { PLACES_OF_CODES } from './parts.ts';

/** Orders that are read or recorded as shown with one statement (the bench's row 'transactions of Postgres for a purchase'). */
const MAX_ORDERS_PER_CALL = 64;

/** Between these, other requests get their turn: an order may have 50,000 codes. */
const OPENED_IN_ONE_GO = 256;

type CodeRow = Omit<OrderCode, 'code' | 'digest'> & { readonly sealed: Buffer };

const ORDER_CODE_COLUMNS = `id as "codeId", order_id as "orderId", line_id as "lineId", variant_id as "variantId",
  last_four as "lastFour", code_sealed as sealed`;

/** The codes themselves: sealed at rest, compared by a keyed hash, opened only by `revealOrder`. */
export function createCodeStore({ pool, keys }: { pool: pg.Pool; keys: KeyRing }): CodeStore {
  const fingerprintKey = keptOnce(() => findFingerprintKey(pool, keys));
  const saltKey = keptOnce(() => installationKey(pool, keys, 'gift-code-salt'));

  const codesOf = inGroups(MAX_ORDERS_PER_CALL, (orderIds: readonly string[]) => readCodes(pool, orderIds));
  const noteSeen = inGroups(MAX_ORDERS_PER_CALL, (looks: readonly (readonly string[])[]) =>
    noteAsSeen(pool, looks.flat()),
  );

  async function addCodes(variantId: string, codes: readonly string[]): Promise<AddedCodes> {
    if (codes.length > MAX_CODES_AT_ONCE) throw new RangeError(`At most ${MAX_CODES_AT_ONCE} codes at a time.`);
    const key = await fingerprintKey();
    const rows = codes.map((text, index) => {
      const code = text.trim();
      if (codeProblem(code) !== undefined) throw new InvalidCodeError(index);
      const id = v7();
      return {
        index,
        id,
        sealed: seal(keys, code, sealContext('giftCode', id)),
        lastFour: lastFourOf(code),
        fingerprint: createHmac('sha256', key).update(essenceOf(code)).digest(),
      };
    });
    // One statement: it locks the shelf only at its end, so no other import waits for it meanwhile.
    const inserted = await pool.query<{ id: string }>(
      `insert into app.gift_code (id, variant_id, code_sealed, last_four, fingerprint)
       select id, $1, sealed, last_four, fingerprint
       from unnest($2::uuid[], $3::bytea[], $4::text[], $5::bytea[]) as code (id, sealed, last_four, fingerprint)
       on conflict (fingerprint) do nothing returning id`,
      [
        variantId,
        rows.map((row) => row.id),
        rows.map((row) => row.sealed),
        rows.map((row) => row.lastFour),
        rows.map((row) => row.fingerprint),
      ],
    );
    const addedIds = new Set(inserted.rows.map((row) => row.id));
    const duplicateIndexes = rows.filter((row) => !addedIds.has(row.id)).map((row) => row.index);
    return { added: addedIds.size, duplicates: duplicateIndexes.length, duplicateIndexes };
  }

  async function openOrder(orderId: string, parts?: ReadonlyMap<string, number>): Promise<OrderCode[]> {
    const rows = await (parts ? readBookedCodes(pool, orderId, parts) : codesOf(orderId));
    if (rows.length === 0) throw new Error(`Order ${orderId} has no codes: none were sold to it.`);
    const salts = await saltKey();
    const opened: OrderCode[] = [];
    for (const { sealed, ...row } of rows) {
      if (opened.length > 0 && opened.length % OPENED_IN_ONE_GO === 0) await setImmediate();
      const code = open(keys, sealed, sealContext('giftCode', row.codeId)).toString();
      const salt = createHmac('sha256', salts).update(row.codeId).digest();
      opened.push({ ...row, code, digest: hash('sha256', Buffer.concat([salt, Buffer.from(code)]), 'hex') });
    }
    return opened;
  }

  async function revealOrder(
    orderId: string,
    parts?: ReadonlyMap<string, number>,
    record?: (codes: readonly OrderCode[]) => Promise<unknown>,
  ) {
    const codes = await openOrder(orderId, parts);
    await record?.(codes);
    await noteSeen(codes.map((code) => code.codeId));
    return codes;
  }

  return {
    addCodes,
    openOrder,
    revealOrder,
    async available(variantIds) {
      const { rows } = await pool.query<VariantStock>(
        'select id as "variantId", free_codes as free, available from app.product_variant where id = any($1::uuid[])',
        [variantIds],
      );
      return rows;
    },
  };
}

async function readCodes(pool: pg.Pool, orderIds: readonly string[]) {
  const { rows } = await pool.query<CodeRow>({
    name: 'codes-open',
    text: `select ${ORDER_CODE_COLUMNS} from app.allocated_code where order_id = any($1::uuid[]) order by allocated_at, id`,
    values: [orderIds],
  });
  const byOrder = Map.groupBy(rows, (row) => row.orderId);
  return (orderId: string): readonly CodeRow[] => byOrder.get(orderId) ?? [];
}

async function readBookedCodes(
  pool: pg.Pool,
  orderId: string,
  parts: ReadonlyMap<string, number>,
): Promise<readonly CodeRow[]> {
  const { rows } = await pool.query<CodeRow>({
    name: 'codes-open-parts',
    text: `select ${ORDER_CODE_COLUMNS} from app.allocated_code where order_id = $1
        and id in (select id from (${PLACES_OF_CODES}) as code where place <= booked)
      order by allocated_at, id`,
    values: [orderId, [...parts.keys()], [...parts.values()]],
  });
  return rows;
}

async function noteAsSeen(pool: pg.Pool, codeIds: readonly string[]) {
  await pool.query({
    name: 'codes-reveal',
    text: 'update app.gift_code set first_revealed_at = now() where id = any($1::uuid[]) and first_revealed_at is null',
    values: [codeIds],
  });
  return () => undefined;
}

/** A result that was found once is kept; a failed attempt is repeated. */
function keptOnce<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let found: Promise<Value> | undefined;
  return () => {
    found ??= find().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}

/**
 * A separate key, so that a known code does not look new after the other keys change. Codes from before it are compared
 * by a key that is derived from the ring's oldest one.
 */
async function findFingerprintKey(pool: pg.Pool, keys: KeyRing): Promise<KeyObject> {
  const name = 'gift-code-fingerprint';
  const oldest = [keys.current, ...keys.retired].reduce((left, right) => (right.id < left.id ? right : left));
  const derive = () => Buffer.from(hkdfSync('sha256', oldest.key, '', name, 32));
  return createSecretKey(await installationKey(pool, keys, name, derive));
}
