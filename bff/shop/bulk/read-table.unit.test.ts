import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CATALOGUE_COLUMNS } from '#bff/contract/shop/bulk-limits.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { readTable } from './read-table.ts';

const KNOWN = ['id', 'title', 'description'];
const read = (text: string, encoding: BufferEncoding = 'utf8') => readTable(Buffer.from(text, encoding), KNOWN);
const refusal = (text: string | Buffer): string => {
  try {
    readTable(Buffer.from(text), KNOWN);
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error.errors?.file?.[0] ?? '';
  }
  return assert.fail('It was read.');
};

describe('a file of the catalogue', () => {
  for (const [what, text] of [
    ['commas', 'title,description\nSteam,Games\n'],
    ['semicolons', 'title;description\nSteam;Games\n'],
    ['tabs', 'title\tdescription\nSteam\tGames\n'],
  ] as const) {
    it(`is read with ${what}`, () => {
      const { rows, readAs } = read(text);
      assert.deepEqual([rows[0]?.cells, readAs], [{ title: 'Steam', description: 'Games' }, `UTF-8, ${what}`]);
    });
  }

  it('is read in UTF-8, with and without a mark, in UTF-16, and in Windows-1252', () => {
    const text = 'title;description\nMüller & Söhne;“Größe” 5 €\n';
    const cells = { title: 'Müller & Söhne', description: '“Größe” 5 €' };
    const windows = Buffer.from(text.replace('“', '\u0093').replace('”', '\u0094').replace('€', '\u0080'), 'latin1');
    for (const [bytes, readAs] of [
      [Buffer.from(text), 'UTF-8, semicolons'],
      [Buffer.from(`\uFEFF${text}`), 'UTF-8, semicolons'],
      [Buffer.from(`\uFEFF${text}`, 'utf16le'), 'UTF-16LE, semicolons'],
      [windows, 'Windows-1252, semicolons'],
    ] as const) {
      const table = readTable(bytes, KNOWN);
      assert.deepEqual([table.rows[0]?.cells, table.readAs], [cells, readAs]);
    }
  });

  it('names the line on which a row begins, whatever line ends and quotes stand before it', () => {
    const { rows } = read(
      'title,description\r\nOne,"two ""quoted"" lines\r\nhere, and here"\r\n\r\nThree,x\r\n"Four\n\n",y',
    );
    assert.deepEqual(
      rows.map(({ line, cells }) => [line, cells.title, cells.description]),
      [
        [2, 'One', 'two "quoted" lines\nhere, and here'],
        [5, 'Three', 'x'],
        [6, 'Four', 'y'],
      ],
    );
    assert.deepEqual(
      read('title\rOne\rTwo').rows.map(({ line }) => line),
      [2, 3],
    );
  });

  it('counts the rows without text that it leaves out', () => {
    assert.equal(read('\n\ntitle,description\nOne,x\n,\n , \nTwo,y\n').readAs, 'UTF-8, commas; 2 blank rows left out');
  });

  it('refuses formulas by their column, and reads texts that we have guarded', () => {
    const { rows } = read('title,description\nOne,=1+1\nTwo,\'=1+1\nThree,-5 off\nFour,"=""00150"""\n');
    assert.deepEqual(
      rows.map(({ problem, cells }) => problem ?? cells.description),
      [
        '“description” is a formula. Write its result.',
        '=1+1',
        '-5 off',
        '“description” is a formula. Write its result.',
      ],
    );
  });

  it('names rows with other numbers of cells', () => {
    const { rows } = read('title,description\nOne\nTwo,x,y\n');
    assert.deepEqual(
      rows.map(({ line, problem }) => [line, problem]),
      [
        [2, 'The row has 1 cell where 2 are expected.'],
        [3, 'The row has 3 cells where 2 are expected.'],
      ],
    );
  });

  it('refuses columns that are not understood, by their titles', () => {
    assert.match(
      refusal('title,colour,\nSteam,red,\n'),
      /^Columns are not understood: “colour”, one without a title\. The columns are id, title/,
    );
    assert.match(refusal('Titel;Beschreibung\nSteam;x\n'), /“Titel;Beschreibung”/);
    assert.match(refusal('title,Title\nSteam,x\n'), /“title” is there twice/);
  });

  it('refuses what is no table', () => {
    assert.match(refusal(''), /is empty/);
    assert.match(refusal('title\n\n'), /titles and no rows/);
    assert.match(refusal('PK\u0003\u0004xx'), /workbook/);
    assert.match(refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])), /workbook/);
    assert.match(refusal('title,description\nOne,"x\nTwo,y\n'), /cannot be read from line \d on: a quotation mark/);
    assert.match(refusal('title\nOne\0Two\n'), /no text has/);
  });

  it('has at most 5,000 rows', () => {
    const rows = (count: number) => `title\n${Array.from({ length: count }, (_, at) => `T${at}`).join('\n')}`;
    assert.equal(read(rows(5_000)).rows.length, 5_000);
    assert.match(
      refusal(rows(5_001)),
      /has 5,001 rows\. A file may have at most 5,000: split it\. Nothing was changed\./,
    );
  });

  it('has no column twice in our own list', () => {
    for (const { needed, others } of Object.values(CATALOGUE_COLUMNS)) {
      assert.equal(new Set([...needed, ...others]).size, needed.length + others.length);
    }
  });
});
