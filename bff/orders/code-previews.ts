import { z } from 'zod';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import { type CodePreview, MAX_PREVIEWED_CODES } from './present.ts';

const Row = z.object({ lineId: z.uuid(), lastFour: z.string() });

/** The last fours of an order's codes, at most {@link MAX_PREVIEWED_CODES} a line. Opens no code. */
export function listCodePreviews(database: Queryable, orderId: string): Promise<readonly CodePreview[]> {
  return database.any(
    sql.type(Row)`
      select line.line_id as "lineId", code.last_four as "lastFour"
      from app.stock_request_line line
      cross join lateral (
        select id, last_four from app.gift_code
        where order_id = line.order_id and line_id = line.line_id order by id limit ${MAX_PREVIEWED_CODES}
      ) code
      where line.order_id = ${orderId} order by line.line_id, code.id`,
  );
}
