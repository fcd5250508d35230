import { createAdministrator, type TestAdministrator } from './administrators.ts';
import { createBankDesk, THEIR_IBAN } from './bank-desk.ts';
import { assertStatus, type TestApp } from './test-app.ts';

/** A bank desk that pays out what its customer withdraws, in files for the bank. */
export async function createPayoutDesk(test: TestApp) {
  const desk = await createBankDesk(test);
  const { admin, customer, today, importFile, csv, linesOf } = desk;
  const dayFromNow = (days: number) =>
    new Date(test.deps.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);

  const withdraw = async (as: TestAdministrator, amount: string) => {
    const body = { user_id: customer.customerId, wallet_id: customer.wallets.EUR, amount };
    const made = await as.send('POST', '/api/admin/withdrawals', body);
    assertStatus(made, 201);
    return made.json().data;
  };
  const fileOf = (ids: readonly string[], as = admin, headers: Record<string, string> = {}) =>
    as.send('POST', '/api/admin/payout-batches', { withdrawal_ids: ids }, headers);
  return {
    ...desk,
    tomorrow: () => dayFromNow(1),
    yesterday: () => dayFromNow(-1),
    /** A withdrawal that this administrator makes for the customer. */
    withdraw,
    /** A withdrawal that a customer asks for: nobody has approved it yet. */
    async requested(amount: string, of = customer) {
      const bankDetails = {
        bankName: 'Sparkasse',
        accountName: 'Ada Byron',
        accountNumber: THEIR_IBAN,
        swiftCode: 'COLSDE33',
      };
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/withdrawals',
        headers: of.headers,
        payload: { amount, currency: 'EUR', bankDetails },
      });
      assertStatus(answer, 201);
      return answer.json().data;
    },
    fileOf,
    /** A file with one withdrawal, which another administrator made. */
    async made(amount: string) {
      const other = await createAdministrator(test);
      const withdrawal = await withdraw(other, amount);
      const file = await fileOf([withdrawal.id]);
      assertStatus(file, 201);
      return { withdrawal, other, ...file.json().data };
    },
    fetch: (as: TestAdministrator, file: string) => as.get(`/api/admin/payout-batches/${file}/file`),
    step: (as: TestAdministrator, file: string, what: 'confirm' | 'withdraw') =>
      as.send('POST', `/api/admin/payout-batches/${file}/${what}`),
    /** The line of a statement that shows a payout as made. */
    async lineOf(amount: string, reference: string) {
      const line = `${today()},-${amount},EUR,${reference},Ada Byron,${THEIR_IBAN},${reference}`;
      const imported = await importFile(csv(line));
      assertStatus(imported, 201);
      const [found] = (await linesOf(imported.json().data[0].id)).data;
      return { value_date: found.value_date, bank_line_id: found.id };
    },
  };
}
