import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { clearAttempts, type Guess } from '#bff/identity/passwords/attempts.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { requireUndoubted } from '#bff/money/payouts/stopped.ts';
import { listDocuments } from '#bff/people/company/company-store.ts';
import { REMOVED_TABLES } from '#bff/people/personal-data/registry.ts';
import { listTickets } from '#bff/people/support/ticket-store.ts';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import { pagesTouched } from '#infra/proof/testing/pages-touched.ts';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import type { Database } from '#projections/kernel/sql.ts';
import { cleanUp } from './clean-up.ts';

const OTHERS = 10_000;
/** Pages of Postgres. Each table below has 100 to 250. */
const MOST_PAGES = 40;
const FIRST_PAGE = { page: 1, per_page: 15 } as const;

describe('what is asked of one reads nothing of the others', async () => {
  const { pool, project } = await openReadModels();
  await project([]);
  const one = randomUUID();
  const run = (statement: ReturnType<typeof sql.void>) => pool.query(statement);
  await run(sql.void`insert into app.account (customer_id, email, name, password_hash)
    select id, id || '@shop.example', 'Buyer', '-' from (select ${one}::uuid as id union all
      select gen_random_uuid() from generate_series(1, ${OTHERS})) people`);
  await run(sql.void`insert into app.sign_in_attempt (subject_hash, attempted_at)
    select sha256(n::text::bytea), now() from generate_series(1, ${OTHERS}) as n`);
  await run(sql.void`insert into app.company_document (document_id, customer_id, file_id, name, content_type, size_bytes, sha256, removed_at)
    select gen_random_uuid(), customer_id, gen_random_uuid(), 'Licence', 'application/pdf', 1, '', now() from app.account`);
  await run(
    sql.void`insert into app.upload (file_id, customer_id, size_bytes) select file_id, customer_id, 1 from app.company_document`,
  );
  await run(sql.void`insert into app.withdrawal_stop (token_hash, withdrawal_id, customer_id, expires_at, used_at)
    select sha256(customer_id::text::bytea), gen_random_uuid(), customer_id, now(), case when random() < 0.01 then now() end from app.account`);
  await run(sql.void`insert into app.session (session_id, customer_id, remember, ended_at, ended_reason)
    select gen_random_uuid(), customer_id, false, now(), 'signed-out' from app.account`);
  await run(sql.void`insert into app.mfa_factor (factor_id, owner_id, secret_sealed)
    select customer_id, customer_id, '' from app.account`);
  await run(sql.void`insert into app.mfa_challenge (challenge_id, factor_id, expires_at)
    select gen_random_uuid(), factor_id, now() from app.mfa_factor`);
  await run(sql.void`insert into app.support_ticket (id, full_name, email, subject, message, status)
    select gen_random_uuid(), 'Ada', 'ada@shop.example', 'A card', 'Where is it?', case n when 1 then 'answered' else 'closed' end
    from generate_series(1, ${OTHERS}) as n`);
  await run(sql.void`analyze`);

  const guess: Guess = {
    ...{ kind: 'sign-in', account: 'a', by: 'b', isKnown: false, isAdministrator: false, address: '' },
    ownerId: undefined,
  };
  const asks: Record<string, (database: Database) => Promise<unknown>> = {
    'who signs in right, to forget their tries': ({ any }) =>
      clearAttempts({ database: { query: any } as unknown as BffDeps['database'] }, guess),
    'the documents of a company, also those that were replaced': async (database) =>
      assert.equal((await listDocuments(database as never, one, 'administrator')).length, 1),
    'the tickets that were answered': async (database) =>
      assert.equal((await listTickets(database as never, { ...FIRST_PAGE, status: 'answered' })).data.length, 1),
    'which sessions ended long ago, to forget them': async ({ any }) => {
      const query = async (statement: { readonly sql: string }) =>
        statement.sql.includes('app.session ') ? any(statement as never) : undefined;
      await cleanUp({ database: { query }, rules: () => SECTIONS.retention.standard } as never);
    },
    'the sessions of who is erased': ({ any }) =>
      any(sql.void`delete from app.session where ${REMOVED_TABLES.session.rowsOf(one)}` as never),
    'the code steps of who is erased': ({ any }) =>
      any(sql.void`delete from app.mfa_challenge where ${REMOVED_TABLES.mfa_challenge.rowsOf(one)}` as never),
    'whether a payout was disowned': (database) => {
      const anyFirst = async (query: never) =>
        (await database.any(query)).map((row) => Object.values(row as object)[0]);
      const payout = { number: 'WD-1', withdrawalId: randomUUID(), customerId: one };
      return requireUndoubted({ ...database, anyFirst } as never, payout);
    },
  };
  for (const [name, ask] of Object.entries(asks)) {
    it(name, async () => {
      const pages = await pagesTouched(pool, ask);
      assert.ok(pages <= MOST_PAGES, `it touched ${pages} pages of Postgres`);
    });
  }
});
