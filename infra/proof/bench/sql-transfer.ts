import type pg from 'pg';

/**
 * The baseline, a ledger in plain SQL: lock both accounts in order of id, check the balance, update both, insert two
 * entries; one transaction for each transfer, durable when it answers.
 */
export async function prepareSqlLedger(pool: pg.Pool, accounts: number): Promise<void> {
  await pool.query(`drop schema if exists bench cascade; create schema bench;
    create table bench.account (id int primary key, balance bigint not null);
    create table bench.entry (id bigint generated always as identity primary key, account_id int not null, amount bigint not null,
      transfer uuid not null, created_at timestamptz not null default now());
    create index on bench.entry (account_id, id);
    insert into bench.account select id, 1000000000 from generate_series(0, ${accounts}) as id;`);
}

/** Moves one unit from the bank (account 0 … of its shard) to `account`. @throws when the funds do not cover it */
export async function sqlTransfer(pool: pg.Pool, from: number, to: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: number; balance: bigint }>({
      name: 'lock',
      text: 'select id, balance from bench.account where id = any($1::int[]) order by id for update',
      values: [[from, to]],
    });
    const source = rows.find((row) => row.id === from);
    if (!source || source.balance < 1n) throw new Error('insufficient funds');
    await client.query({
      name: 'move',
      text: 'update bench.account set balance = balance + case when id = $1 then -1 else 1 end where id in ($1, $2)',
      values: [from, to],
    });
    await client.query({
      name: 'entries',
      text: `insert into bench.entry (account_id, amount, transfer) select a, m, $3 from (values ($1::int, -1), ($2::int, 1)) as e (a, m)`,
      values: [from, to, crypto.randomUUID()],
    });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
