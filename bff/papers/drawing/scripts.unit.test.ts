import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentsOf, glyphsOf, readPdf } from '#infra/proof/api/read-pdf.ts';
import { fontsFor, unprintableIn } from './fonts.ts';
import { createPen, LEFT } from './pen.ts';

const NARROW = { top: 160, width: 60 } as const;

/** Legal names as registers have them, with the difficulty of each. */
const NAMES = {
  'simplified Chinese': '上海礼品卡贸易有限公司',
  'traditional Chinese': '臺灣禮品卡股份有限公司',
  'rare Chinese': '𠮷野家（香港）',
  Japanese: '株式会社ギフト・カード東京',
  Korean: '주식회사 한국 상품권',
  Arabic: 'شركة الرياض للتجارة (المحدودة) 2030',
  Persian: 'پژوهش\u200cهای گاز ۱۴۰۳',
  Urdu: 'پاکستان گفٹ کارڈ لمیٹڈ',
  Hebrew: 'חברת האור בע״מ',
  Thai: 'บริษัท น้ำมันพืชไทย จำกัด (มหาชน)',
  Cyrillic: 'ТОВ «Їжак і Ґанок»',
  Greek: 'Ελληνική Εταιρεία Α.Ε.',
  Georgian: 'შპს საჩუქარი',
  Armenian: 'Նվեր ՍՊԸ',
  Vietnamese: 'Công ty Cổ phần Thẻ Quà Tặng',
};

/** With the text on one line, and again below in a narrow column. */
async function paperOf(text: string, country: string | null = null): Promise<Buffer> {
  const pen = await createPen({ title: 'A paper', author: 'Giftledger', isLong: false, words: text, country });
  pen.text(text, LEFT, 60);
  pen.text(text, LEFT, NARROW.top, { weight: 'semibold', width: NARROW.width });
  return pen.finish();
}
/** The names of the embedded fonts, without the tag of their subset. */
const fontsOf = (pdf: Buffer) =>
  [...new Set([...pdf.toString('latin1').matchAll(/\/FontName \/[A-Z]+\+(\S+)/g)].map(([, name = '']) => name))].sort();

describe('the usual face', () => {
  it('is parsed once for all papers', async () => {
    const [one, other] = [await fontsFor('Anna', 'PL'), await fontsFor('Max', 'DE')];
    assert.equal(one.usual.faces.regular.postscriptName, 'Inter-Regular');
    assert.equal(one.usual.faces.regular, other.usual.faces.regular);
  });
});

describe('a name on a paper', () => {
  for (const [script, name] of Object.entries(NAMES)) {
    it(`in ${script} letters has no box, and no letter outside its column`, async () => {
      const pdf = await paperOf(name);
      const { shown, boxes } = glyphsOf(pdf);
      assert.ok(shown > 10);
      assert.equal(boxes, 0);
      assert.ok(pdf.length < 60_000, `${pdf.length} bytes`);
      const [page = []] = await readPdf(pdf);
      for (const { end, y, text } of page) if (y > NARROW.top) assert.ok(end <= LEFT + NARROW.width + 1, text);
      assert.deepEqual(await unprintableIn(name), []);
    });
  }

  it('is copied as it was written, whatever an earlier paper wrote with the same glyph', async () => {
    const copied = async (name: string) => (await readPdf(await paperOf(name)))[0]?.[0]?.text;
    const [letter, mark] = ['Мар\u02bcяна', 'Мар\u2019яна'];
    assert.deepEqual([await copied(letter), await copied(mark)], [letter, mark]);
  });

  it('is found by its letters', async () => {
    for (const script of ['simplified Chinese', 'Japanese', 'Korean', 'Georgian', 'Cyrillic'] as const) {
      const [page = []] = await readPdf(await paperOf(NAMES[script]));
      const found = page
        .map(({ text }) => text)
        .join('')
        .replaceAll(' ', '');
      assert.ok(found.includes(NAMES[script].replaceAll(' ', '')), script);
    }
  });

  it('is found by its letters where they run to the left, and as typed where it is drawn otherwise', async () => {
    const [page = []] = await readPdf(await paperOf('Nord חברה'));
    assert.deepEqual(
      page.slice(0, 2).map(({ text }) => text.trim()),
      ['Nord', 'חברה'],
    );
    assert.match(contentsOf(await paperOf('จำกัด')).join(''), /\/Span <<\s*\/ActualText /);
    assert.doesNotMatch(contentsOf(await paperOf('ไทย')).join(''), /ActualText/);
  });

  it('in Chinese letters has the forms of its country, and Japanese ones beside kana', async () => {
    const has = async (text: string, country: string | null, face: RegExp) =>
      assert.match((await fontsOf(await paperOf(text, country))).join(' '), face);
    await has('直径', 'CN', /NotoSansSC/);
    await has('直径', 'JP', /NotoSansJP/);
    await has('直徑', 'TW', /NotoSansTC/);
    await has('直径のギフト', 'CN', /NotoSansJP/);
  });

  it('embeds Inter alone where Inter has its letters', async () => {
    assert.deepEqual(fontsOf(await paperOf('Żółć Ελλάδα Київ')), ['Inter-Regular', 'Inter-SemiBold']);
  });

  it('has the numbers of a word that the shaper fails on, and the letters of the others', async () => {
    const text = 'شركة ڣ';
    const pdf = await paperOf(text);
    assert.equal(glyphsOf(pdf).boxes, 0);
    const [page = []] = await readPdf(pdf);
    assert.match(page.map((each) => each.text).join(''), /\{U\+06A3\}/);
    assert.ok((await unprintableIn(text)).includes('ڣ'));
  });

  it('has the number of a letter or a mark that no face has, and the settings refuse it', async () => {
    const pdf = await paperOf('Acme 😀 ಕನ್ನಡ');
    assert.equal(glyphsOf(pdf).boxes, 0);
    const [page = []] = await readPdf(pdf);
    assert.match(page.map(({ text }) => text).join(''), /Acme \{U\+1F600\} \{U\+0C95\}/);
    assert.deepEqual((await unprintableIn('Acme 😀 ಕ')).toSorted(), ['ಕ', '😀'].toSorted());
  });
});
