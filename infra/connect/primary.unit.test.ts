import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { serversIn, withOption } from './primary.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** They connect to a Postgres that they started themselves; the client of this folder is a `pg.Client`. */
const OF_THEIR_OWN = /^infra\/(proof|local|connect)\/|\/testing\/|\.test\.ts$/;

it('every connection of the product is made by what looks for the primary', () => {
  const files = globSync('{core,projections,bff,infra,programs}/**/*.ts', { cwd: ROOT });
  const others = files.filter((file) => {
    if (OF_THEIR_OWN.test(file)) return false;
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return text.includes('new pg.Client(') || /new pg\.Pool\((?!\{\s*Client: PrimaryClient)/.test(text);
  });
  assert.deepEqual(others, []);
});

it('an address with several hosts is one of each', () => {
  assert.deepEqual(serversIn('postgresql://me:p%40w@one:1,two/db?sslmode=verify-full'), [
    'postgresql://me:p%40w@one:1/db?sslmode=verify-full',
    'postgresql://me:p%40w@two/db?sslmode=verify-full',
  ]);
  const one = 'postgresql://me@one:1/db?options=-c%20a=b,c';
  assert.deepEqual(serversIn(one), [one]);
});

it('no program reads the address of a database as one of a single host', () => {
  const files = globSync('{core,projections,bff,infra,programs}/**/*.ts', { cwd: ROOT });
  const reading = files.filter(
    (file) =>
      !OF_THEIR_OWN.test(file) &&
      /new URL\([^)]*(databaseUrl|DATABASE_URL)/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  assert.deepEqual(reading, []);
  assert.equal(
    withOption('postgresql://me@one:1,two/db?reads=standby', 'options', '-c a=b'),
    'postgresql://me@one:1,two/db?reads=standby&options=-c%20a%3Db',
  );
});
