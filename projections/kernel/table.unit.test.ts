import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { bigint, bytewise, initially, int, oneOf, optional, text, time, uuid } from './columns.ts';
import { createIndexesOf, createTable, readModelSql } from './schema.ts';
import { defineTable, type Table } from './table.ts';
import { computed, defineView, extendView, type ItemOf } from './view.ts';

const options = {
  fillfactor: 50,
  indexes: { by_time: ['written_at', 'pages'], open: { on: ['pages'], where: "state = 'open'", isUnique: true } },
} as const;
const papers = defineTable(
  'papers',
  ['paper_id'],
  {
    paper_id: uuid(),
    state: oneOf(['open', 'closed']),
    owner_name: bytewise(optional(text())),
    pages: initially(1, int()),
    written_at: time(),
  },
  options,
);

describe('a table that is defined once', () => {
  it('is created with its types, its key and its indexes', () => {
    assert.equal(
      createTable(papers),
      'create table "papers" ("paper_id" uuid not null, "state" text not null, "owner_name" text collate "C", ' +
        '"pages" int4 not null, "written_at" timestamptz not null, primary key ("paper_id")) with (fillfactor = 50)',
    );
    assert.deepEqual(
      createIndexesOf(papers).map((index) => index.replaceAll(/\s+/g, ' ')),
      [
        'create index "papers_by_time" on "papers" (written_at, pages)',
        `create unique index "papers_open" on "papers" (pages) where state = 'open'`,
      ],
    );
  });

  it('knows what stands in the columns that a new row leaves out', () => {
    assert.deepEqual(papers.initial, { owner_name: null, pages: 1 });
  });

  it('is seen in camelCase, without what is left out, with what is computed and joined', () => {
    const view = defineView(papers, {
      without: ['written_at'],
      add: { isLong: computed(z.boolean(), 'papers.pages > 9') },
    });
    const joined = extendView(view, { email: computed(z.string(), 'a.email') }, 'join a on true');
    assert.equal(
      joined.select.sql,
      'papers.paper_id as "paperId", papers.state as "state", papers.owner_name as "ownerName", ' +
        'papers.pages as "pages", papers.pages > 9 as "isLong", a.email as "email"',
    );
    assert.equal(joined.joins.sql.trim(), 'join a on true');
    const row: ItemOf<typeof view> = {
      paperId: '7a5c4b0e-5d0e-4a57-9a3c-0f0e5b6d7c8d',
      state: 'open',
      ownerName: null,
      pages: 3,
      isLong: false,
    };
    assert.deepEqual(view.schema.parse(row), row);
    assert.throws(() => view.schema.parse({ ...row, state: 'lost' }));
    assert.throws(() => view.schema.parse({ ...row, pages: null }));
  });

  it('is projected again after any change of it, and after none', () => {
    const fingerprint = (table: Table, version = 1) =>
      readModelSql({
        projections: [{ tables: [table], reads: () => [], apply: () => {} }],
        version,
      }).fingerprint;
    const { name, columns } = papers;
    const same = defineTable(name, ['paper_id'], { ...columns }, { ...options });
    const changed = [
      defineTable('documents', ['paper_id'], columns, options),
      defineTable(name, ['paper_id', 'state'], columns, options),
      defineTable(name, ['paper_id'], { ...columns, pages: bigint() }, options),
      defineTable(name, ['paper_id'], { ...columns, pages: optional(int()) }, options),
      defineTable(name, ['paper_id'], { ...columns, more: text() }, options),
      defineTable(name, ['paper_id'], columns, { ...options, fillfactor: 60 }),
      defineTable(name, ['paper_id'], columns, { ...options, indexes: { by_time: ['written_at'] } }),
    ];
    assert.equal(fingerprint(same), fingerprint(papers));
    const fingerprints = [fingerprint(papers), fingerprint(papers, 2), ...changed.map((table) => fingerprint(table))];
    assert.equal(new Set(fingerprints).size, changed.length + 2);
  });
});
