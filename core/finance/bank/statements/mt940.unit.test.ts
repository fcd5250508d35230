import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { notesOf } from './read-statements.ts';
import { amounts, only, read, refused } from './testing/files.ts';

const mt = (...inner: string[]) =>
  [
    ':20:A',
    ':25:NL91ABNA0417164300',
    ':28C:1/1',
    ':60F:C261101EUR1000,00',
    ...inner,
    ':62F:C261102EUR1250,00',
    '-',
    '',
  ].join('\n');
const line61 = ':61:2611021102C250,00NTRFNONREF';

describe('an MT940 file', () => {
  it('has several days, with the headers of a bank between them', () => {
    const day = (number: string, opening: string, line: string, closing: string) =>
      `ABNANL2A\n940\nABNANL2A\n:20:ABN AMRO BANK NV\n:25:417164300\n:28:${number}\n:60F:C261101EUR${opening}\n${line}\n:62F:C261102EUR${closing}\n-\n`;
    const file =
      day('32001/1', '1000,', ':61:2611021102C250,N944NONREF\n:86:/TRTP/SEPA/NAME/\nKESSLER', '1250,') +
      day('32101/1', '1250,', ':61:2611031103D100,N658NONREF\n:86:/TRTP/SEPA/NAME/HERZOG', '1150,');
    assert.equal(read(file).length, 2);
    assert.deepEqual(amounts(file), ['250.00 EUR', '-100.00 EUR']);
    assert.deepEqual(amounts(file.replaceAll('-\n', '')), ['250.00 EUR', '-100.00 EUR']);
  });
  it('may end with what SWIFT puts around it', () => {
    const body = mt(line61).slice(0, -'-\n'.length);
    for (const end of ['-}{5:}', '-}{5:{MAC:ABCDEFG}{CHK:123456789ABC}}', '- ', '-}']) {
      assert.deepEqual(amounts(`{1:F01ASNBNL21XXXX0000000000}{2:O940ASNBNL21XXXXN}{3:}{4:\n${body}${end}\n`), [
        '250.00 EUR',
      ]);
    }
    assert.deepEqual(amounts(`${body.trimEnd()}-}`), ['250.00 EUR']);
    const two = `{1:F01A}{2:I940}{4:\n${body}-}{1:F01A}{2:I940}{4:\n${mt(':61:261102D1,00NTRFX').replace('1250,00', '999,00').slice(0, -2)}-}`;
    assert.deepEqual(amounts(two), ['250.00 EUR', '-1.00 EUR']);
    assert.deepEqual(amounts(`{1:F01A}{4:${body}-}`), ['250.00 EUR']);
  });
  it('ends after its closing balance, and not at a line of a payer’s words that is a hyphen', () => {
    const words = mt(
      line61,
      ':86:/EREF/KP-2026-11//MARF/MND',
      '-',
      'EV01//CNTP/NL02ABNA0123456789/ABNANL2A/KESSLER///REMI/x/',
    );
    assert.deepEqual([only(words).name, only(words).iban], ['KESSLER', 'NL02ABNA0123456789']);
    // Without the balance it was cut off, whatever follows.
    const cut = `:20:A\n:25:1\n:28C:1\n:60F:C261101EUR0,\n${line61}\n-\n`;
    refused(cut + mt(line61), /no closing balance/);
  });
  it('names its account behind the number of its bank and before its currency', () => {
    for (const [written, account] of [
      ['//AT39364/12345678912/EUR', '12345678912'],
      ['AT32000/4005287001/EUR', '4005287001'],
      ['CCRALULL/LU280019400644750000', 'LU280019400644750000'],
      ['/NL91ABNA0417164300', 'NL91ABNA0417164300'],
      ['1291.99.348EUR', '129199348EUR'],
    ] as const) {
      assert.equal(read(mt(line61).replace(':25:NL91ABNA0417164300', `:25:${written}`))[0]?.account, account);
    }
  });
  it('may leave blanks for a booking day and before the kind', () => {
    const codes = [':61:2611021102C250,00 NTRFNONREF', ':61:261102C250,00NOV NONREF'];
    for (const blank of [':61:261102    C250,00NOVBNL02ABNA0123456\nKessler', ...codes]) {
      assert.deepEqual(amounts(mt(blank, ':86:DEP-000042')), ['250.00 EUR']);
    }
  });
  it('may have a value date that only interest knows', () => {
    assert.equal(only(mt(':61:2602300301C250,00NTRFX')).valueDate, '2026-02-28');
    refused(mt(':61:2604310501C250,00NTRFX'), /"2026-04-31" is not a day/);
  });
  it('has more words below its line, in a second :86:, or in a line that moves nothing', () => {
    assert.equal(only(mt(`${line61}\nKessler\nDEP-000042`, ':86:hello')).text, 'hello Kessler DEP-000042');
    assert.equal(only(mt(line61, ':86:hello', ':86:DEP-000042')).text, 'hello DEP-000042');
    const zero = mt(line61, ':86:hello', ':61:2611021102C0,00NTRFNONREF', ':86:DEP-000042');
    assert.deepEqual([only(zero).text, notesOf(read(zero))], ['hello DEP-000042', ['Left out: 1 line moves nothing.']]);
  });
  it('has references of any length, and none where the bank writes a word for none', () => {
    const long = only(mt(':61:2611021102C250,00NTRFPAYX-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5//2026110216391500001'));
    assert.deepEqual(
      [long.reference, long.bankReference],
      ['PAYX-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5', '2026110216391500001'],
    );
    for (const none of ['KREF+', 'NONREF          ', 'NOTPROVIDED', 'EREF']) {
      assert.equal(only(mt(`:61:2611021102C250,00NTRF${none}`)).reference, '');
    }
  });
  it('has its subfields by any mark, and a question in them', () => {
    const caret = only(
      mt(
        ':61:2611021102C250,00S07626110200000001',
        ':86:020^00Przelew^20Doladowanie DEP-00^210042 listopad^32KESSLER PRINT^33 BV^38NL02ABNA0123456789',
      ),
    );
    assert.deepEqual(
      [caret.text, caret.name, caret.iban],
      ['Doladowanie DEP-000042 listopad', 'KESSLER PRINT BV', 'NL02ABNA0123456789'],
    );
    const asks = only(
      mt(
        line61,
        ':86:166?00GUTSCHRIFT?20EREF+NOTPROVIDED?21SVWZ+Ist das richtig? DEP-',
        '?22000042 danke?30ABNANL2A?31NL02ABNA0123456789?32KESSLER PRINT BV',
      ),
    );
    assert.deepEqual(
      [asks.text, asks.name, asks.reference],
      ['Ist das richtig? DEP-000042 danke', 'KESSLER PRINT BV', ''],
    );
    for (const mark of ['~', '<', '^']) {
      const told = only(mt(line61, `:86:020${mark}00Przelew${mark}20DEP-00${mark}210042${mark}32KESSLER`));
      assert.deepEqual([told.text, told.name], ['DEP-000042', 'KESSLER']);
    }
    // Where the bank cut its lines, words stick together; the number is found in them.
    assert.equal(
      only(mt(line61, ':86:166?00GUTSCHRIFT?20KD-NR 4711?21DEP-000042?22Guthaben November?32KESSLER')).text,
      'KD-NR 4711DEP-000042Guthaben November',
    );
    const sepa = only(mt(line61, ':86:166?20EREF+DEP-000042SVWZ+Hello?21 youABWA+Somebody'));
    assert.deepEqual([sepa.reference, sepa.text], ['DEP-000042', 'Hello you']);
  });
  it('has its keys in two, three or four letters', () => {
    const abn = only(
      mt(
        line61,
        ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL02ABNA0123456789/BIC/ABNANL2A/NAME/',
        'KESSLER PRINT BV/REMI/DEPOSIT/EREF/NOTPROVIDED',
      ),
    );
    assert.deepEqual(
      [abn.iban, abn.name, abn.text, abn.reference],
      ['NL02ABNA0123456789', 'KESSLER PRINT BV', 'DEPOSIT', ''],
    );
    const ing = only(
      mt(
        ':61:2611021102C250,00NTRFEREF//26110200000001\n/TRCD/00100/',
        ':86:/EREF/KP-2026-11//CNTP/NL02ABNA0123456789/ABNANL2A/KESSLER PRINT',
        ' BV/AMSTERDAM//REMI/USTD//Top-up November/',
      ),
    );
    assert.deepEqual(
      [ing.name, ing.iban, ing.reference, ing.text],
      ['KESSLER PRINT BV', 'NL02ABNA0123456789', 'KP-2026-11', 'Top-up November'],
    );
    const ac = only(mt(line61, ':86:/NAME/KESSLER/AC/NL02ABNA0123456789'));
    assert.deepEqual([ac.name, ac.iban], ['KESSLER', 'NL02ABNA0123456789']);
  });
  it('is told from a report of the day, and from a piece without balances', () => {
    refused(':20:A\n:25:1\n:28C:1\n:34F:EUR0,\n:13D:2611021200+0100\n:61:2611021102C1,NTRFX\n', /MT942.*MT940/);
    refused(':61:2611021102C250,00NTRFNONREF\n:86:x\n', /no opening balance \(:60F:\)/);
    // Its beginning is lost, so it is no table either.
    for (const rest of [':62F:C261102EUR250,00\n-\n', ':86:x\n', '\n:64:C261102EUR250,00\n', ':NS:22Kessler\n'])
      refused(rest, /MT940\), or its beginning is missing/);
  });
});
