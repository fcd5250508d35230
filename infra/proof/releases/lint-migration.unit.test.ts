import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readMigrations } from '#infra/adapters/postgres/schema-files.ts';
import { directivesOf } from '#infra/adapters/postgres/statements.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { listFixtures, migrationsOf } from './fixture.ts';
import { lintMigration } from './lint-migration.ts';

const lint = (sql: string, ...before: string[]) =>
  lintMigration(
    { name: '0900_new.sql', sql },
    { before: before.map((each, at) => ({ name: `08${at}0_old.sql`, sql: each })), released: ['0.1.0'] },
  );
const isFine = (sql: string, ...before: string[]) => assert.deepEqual(lint(sql, ...before), [], sql);
const isRefused = (sql: string, why: RegExp, ...before: string[]) =>
  assert.match(lint(sql, ...before).join('\n'), why, sql);

describe('a migration beside a running store', () => {
  it('makes tables, and does with them what it likes', () => {
    isFine(`-- It's a table; with words.
      create table app.note (id uuid primary key, text text not null check (text <> 'a;b'));
      create index note_text on app.note (text);
      alter table app.note add column day date not null;
      update app.note set text = 'x'; insert into app.note values ('…');
      comment on table app.note is 'drop table app.account';`);
    isFine(`create function app.f() returns trigger language plpgsql as $$ begin update app.account set x = 1; end $$;
      create trigger t before insert on app.account for each row execute function app.f()`);
  });

  it('adds a column that costs nothing', () => {
    isFine('alter table app.account add column note text');
    isFine(
      "alter table app.account add column note text not null default 'none', add column n numeric(4, 2) default 0",
    );
    isFine('alter table app.account add column seen_at timestamptz default now()');
    isRefused('alter table app.account add column note text not null', /fails on rows that are there/);
    isRefused('alter table app.account add column id uuid default gen_random_uuid()', /gives each row another value/);
    isRefused('alter table app.account add column a uuid references app.administrator', /not valid/);
    isRefused('alter table app.account add column n int generated always as identity', /whole table under a lock/);
  });

  it('builds an index without a lock, alone', () => {
    isFine('-- outside a transaction\ncreate index concurrently account_name on app.account (name);');
    isFine('-- outside a transaction\ncreate unique index concurrently a on app.account using btree (name)');
    isRefused('create index account_name on app.account (name)', /create index concurrently/);
    isRefused('create index concurrently account_name on app.account (name)', /outside a transaction/);
    isRefused('-- outside a transaction\ncreate index concurrently a on app.b (c); select 1', /one statement/);
  });

  it('adds a constraint first and looks at the rows later', () => {
    const add = 'alter table app.account add constraint named check (name is not null) not valid';
    isFine(add);
    isFine('alter table app.account validate constraint named', add);
    isRefused(`${add}; alter table app.account validate constraint named`, /a migration of its own/);
    isRefused('alter table app.account add constraint named check (length(name) < 9)', /`not valid`/);
    isRefused('alter table app.account add constraint one unique (name)', /using index/);
    isFine('alter table app.account add constraint one unique using index account_name');
    isFine(
      'alter table app.account alter column name set not null',
      add,
      'alter table app.account validate constraint named',
    );
    isRefused('alter table app.account alter column name set not null', /is not null\) not valid/);
    isRefused('alter table app.account alter name set not null', /is not null\) not valid/, add);
  });

  it('changes rows some at a time', () => {
    isFine(`-- in batches
      update app.account set note = '' where id in (select id from app.account where note is null limit 1000)`);
    isRefused("update app.account set note = ''", /locks all its rows.*`-- in batches`/);
    isRefused("-- in batches\nupdate app.account set note = ''", /locks all its rows/);
    isRefused('delete from app.account', /locks all its rows/);
  });

  it('takes away only what a release has stopped reading', () => {
    for (const sql of ['alter table app.account drop column name', 'drop table app.account', 'drop view app.v']) {
      isRefused(sql, /the version before reads/);
      isFine(`-- contract since 0.1.0\n${sql}`);
      isRefused(`-- contract since 0.2.0\n${sql}`, /names no release/);
    }
    isRefused('alter table app.account rename column name to title', /the version before reads/);
    isRefused('-- contract since 0.1.0\nalter table app.account rename to person', /the version before reads/);
    isRefused('alter table app.account alter column name type varchar(9)', /another column/);
    isFine(
      'alter table app.account alter column name drop not null, alter column name set default 1, drop constraint named',
    );
  });

  it('is refused where nobody knows what it does, unless the store stands still for it', () => {
    for (const sql of ['truncate app.account', 'do $$ begin end $$', 'select app.f()', 'lock table app.account']) {
      isRefused(sql, /not known to be harmless.*-- hard stop/);
      isFine(`-- hard stop: all accounts are written again\n${sql}`);
      isRefused(`-- hard stop\n${sql}`, /says why/);
    }
  });
});

describe('the migrations of no release yet', async () => {
  const all = await readMigrations();
  const released = await listFixtures();
  const known = new Set((await Promise.all(released.map(migrationsOf))).flat());
  const fresh = all.filter(({ name }) => !known.has(name));

  it('let a store run on while they run', () => {
    const before = (name: string) => all.filter((each) => each.name < name);
    const problems = fresh.flatMap((each) => lintMigration(each, { before: before(each.name), released }));
    assert.deepEqual(problems, []);
  });

  it('are named in CHANGELOG.md where the store has to stand still', async () => {
    const changelog = await readFile(path.join(PROJECT_ROOT, 'CHANGELOG.md'), 'utf8');
    for (const { name, sql } of fresh) {
      if (directivesOf(sql).has('hard stop'))
        assert.ok(changelog.includes(name.slice(0, 4)), `CHANGELOG.md names ${name}`);
    }
  });
});
