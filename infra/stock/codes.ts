import { createHmac, createSecretKey, hkdfSync, randomUUID } from 'node:crypto';
import type pg from 'pg';
import {
  type AddedCodes,
  type CodeStore,
  InvalidCodeError,
  type OrderCode,
  type VariantStock,
} from '#bff/ports/code-store.ts';
import { codeProblem, essenceOf, lastFourOf, MAX_CODES_AT_ONCE } from '#bff/ports/gift-code.ts';
import { type KeyRing, open, seal } from '../crypto/seal.ts';
import { inTransaction } from '../postgres/transaction.ts';

/** Codes opened by one call: an order's worth. */
const MAX_CODES_PER_REVEAL = 100_000;
const INSERT_BATCH = 1_000;

type CodeRow = OrderCode & { readonly sealed: Buffer };

const ORDER_CODE_COLUMNS = `id as "codeId", order_id as "orderId", line_id as "lineId", variant_id as "variantId",
  last_four as "lastFour", first_revealed_at as "firstRevealedAt"`;

/** The codes themselves: sealed at rest, compared by a keyed hash, opened only by `reveal`. */
export function createCodeStore({ pool, keys }: { pool: pg.Pool; keys: KeyRing }): CodeStore {
  const fingerprint = fingerprinter(keys);

  async function addCodes(variantId: string, codes: readonly string[]): Promise<AddedCodes> {
    if (codes.length > MAX_CODES_AT_ONCE) throw new RangeError(`At most ${MAX_CODES_AT_ONCE} codes at a time.`);
    const rows = codes.map((text, index) => {
      const code = text.trim();
      if (codeProblem(code) !== undefined) throw new InvalidCodeError(index);
      const id = randomUUID();
      return {
        index,
        id,
        sealed: seal(keys, code, codeContext(id)),
        lastFour: lastFourOf(code),
        fingerprint: fingerprint(code),
      };
    });
    const addedIds = await inTransaction(pool, async (client) => {
      const ids = new Set<string>();
      for (let start = 0; start < rows.length; start += INSERT_BATCH) {
        const batch = rows.slice(start, start + INSERT_BATCH);
        const inserted = await client.query<{ id: string }>(
          `insert into app.gift_code (id, variant_id, code_sealed, last_four, fingerprint)
           select id, $1, sealed, last_four, fingerprint
           from unnest($2::uuid[], $3::bytea[], $4::text[], $5::bytea[]) as code (id, sealed, last_four, fingerprint)
           on conflict (variant_id, fingerprint) do nothing returning id`,
          [
            variantId,
            batch.map((row) => row.id),
            batch.map((row) => row.sealed),
            batch.map((row) => row.lastFour),
            batch.map((row) => row.fingerprint),
          ],
        );
        for (const row of inserted.rows) ids.add(row.id);
      }
      return ids;
    });
    const duplicateIndexes = rows.filter((row) => !addedIds.has(row.id)).map((row) => row.index);
    return { added: addedIds.size, duplicates: duplicateIndexes.length, duplicateIndexes };
  }

  async function reveal(codeIds: readonly string[]) {
    if (codeIds.length > MAX_CODES_PER_REVEAL) throw new RangeError(`At most ${MAX_CODES_PER_REVEAL} codes at a time.`);
    const { rows } = await pool.query<CodeRow>(
      `update app.gift_code set first_revealed_at = coalesce(first_revealed_at, now())
       where id = any($1::uuid[]) and order_id is not null
       returning ${ORDER_CODE_COLUMNS}, code_sealed as sealed`,
      [codeIds],
    );
    if (rows.length !== new Set(codeIds).size) throw new Error('Some of these codes do not exist or are not sold.');
    return rows.map(({ sealed, ...code }) => ({
      ...code,
      code: open(keys, sealed, codeContext(code.codeId)).toString(),
    }));
  }

  return {
    addCodes,
    reveal,
    async available(variantIds) {
      const { rows } = await pool.query<VariantStock>(
        'select variant_id as "variantId", free, available::bigint from app.variant_stock where variant_id = any($1::uuid[])',
        [variantIds],
      );
      return rows;
    },
    async codesOfOrder(orderId) {
      const { rows } = await pool.query<OrderCode>(
        `select ${ORDER_CODE_COLUMNS} from app.gift_code where order_id = $1 order by line_id, id limit $2`,
        [orderId, MAX_CODES_PER_REVEAL],
      );
      return rows;
    },
  };
}

const codeContext = (id: string) => `gift-code:${id}`;

/** Under the oldest key of the ring, so that a rotation of keys does not make known codes look new. */
function fingerprinter(keys: KeyRing): (code: string) => Buffer {
  const oldest = [keys.current, ...keys.retired].reduce((left, right) => (right.id < left.id ? right : left));
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', oldest.key, '', 'gift-code-fingerprint', 32)));
  return (code) => createHmac('sha256', key).update(essenceOf(code)).digest();
}
