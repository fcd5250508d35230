import { randomUUID } from 'node:crypto';
import { saveBankingDetail } from '#bff/money/payees/banking-store.ts';
import { createAdministrator, formOf } from './administrators.ts';
import { createCustomer, proofOf, send } from './customers.ts';
import { assertStatus, type TestApp } from './test-app.ts';

const OUR_ACCOUNT = 'NL91 ABNA 0417 1643 00';
export const THEIR_IBAN = 'DE89370400440532013000';

/** An administrator who imports statements of the bank, and a customer with an account there and an EUR wallet. */
export async function createBankDesk(test: TestApp) {
  const admin = await createAdministrator(test);
  const customer = await createCustomer(test);
  await saveBankingDetail(test.deps, customer.customerId, randomUUID(), {
    bank_name: 'Sparkasse',
    full_bank_address: 'Köln',
    account_beneficiary_name: 'Ada Byron',
    currency: 'EUR',
    account_iban: THEIR_IBAN,
    bic_swift: 'COLSDE33',
    aba_wire_routing_no: null,
    ach_routing_no: null,
  });
  let balance = 0n;
  /** The rows of a CSV as the bank itself gives them: with balances, each statement following on the one before. */
  const mt940 = (...rows: string[]) => {
    const amountOf = (minor: bigint) => `${minor / 100n},${(minor % 100n).toString().padStart(2, '0')}`;
    const opening = balance;
    const lines = rows.flatMap((row) => {
      const [day = '', amount = '', , reference = '', name = '', iban = '', bankReference = ''] = row.split(',');
      const minor = BigInt(Math.round(Number(amount) * 100));
      balance += minor;
      const [mark, size] = minor < 0n ? ['D', -minor] : ['C', minor];
      const date = day.replaceAll('-', '').slice(2);
      return [
        `:61:${date}${mark}${amountOf(size)}NTRFNONREF//${bankReference}`,
        `:86:/IBAN/${iban}/NAME/${name}/REMI/${reference}`,
      ];
    });
    const [first = '', last = ''] = [rows[0], rows.at(-1)].map((row) => row?.slice(0, 10).replaceAll('-', '').slice(2));
    const head = [
      ':20:ST',
      `:25:${OUR_ACCOUNT.replaceAll(' ', '')}`,
      ':28C:1',
      `:60F:C${first}EUR${amountOf(opening)}`,
    ];
    return [...head, ...lines, `:62F:C${last}EUR${amountOf(balance)}`, '-', ''].join('\n');
  };
  const csvOf = (account: string, ...rows: string[]) =>
    [
      'account,date,amount,currency,reference,name,iban,bank reference',
      ...rows.map((row) => `${account},${row}`),
      '',
    ].join('\n');
  return {
    admin,
    customer,
    today: () => test.deps.clock().toISOString().slice(0, 10),
    importFile: (text: string, as = admin, fields: Record<string, string> = {}) =>
      as.send('POST', '/api/admin/bank-statements', formOf({ ...fields, statement: Buffer.from(text) }, 'bank.csv')),
    csvOf,
    mt940,
    /** A statement of our account in EUR. */
    csv: (...rows: string[]) => csvOf(OUR_ACCOUNT, ...rows),
    async deposit(number: string, minor: bigint) {
      const depositId = randomUUID();
      await send(test, {
        type: 'RequestDeposit',
        depositId,
        number,
        note: null,
        customerId: customer.customerId,
        walletId: customer.wallets.EUR,
        amount: { amount: minor, currency: 'EUR' },
      });
      await send(test, proofOf(depositId));
      return depositId;
    },
    async linesOf(statementId: string, query = '') {
      const answer = await admin.get(`/api/admin/bank-statements/${statementId}/lines${query}`);
      assertStatus(answer, 200);
      return answer.json();
    },
  };
}
