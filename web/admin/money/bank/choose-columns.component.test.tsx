import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { pageMeta } from '#web/testing/bank-samples.tsx';
import { renderScreen } from '#web/testing/render.tsx';
import { usd } from '#web/testing/samples.ts';
import { BankStatementsPage } from './bank-statements-page.tsx';

/** Answers uploads, which are sent by XMLHttpRequest. Returns what puts the real one back. */
function fakeUploads(
  answer: (address: string, form: FormData) => Promise<readonly [status: number, body: unknown]>,
): () => void {
  const real = globalThis.XMLHttpRequest;
  class Uploads extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    #address = '';
    open(_method: string, address: string) {
      this.#address = address;
    }
    setRequestHeader() {}
    abort() {}
    async send(form: FormData) {
      const [status, body] = await answer(this.#address, form);
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      this.dispatchEvent(new Event('load'));
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: Uploads });
  return () => Object.assign(globalThis, { XMLHttpRequest: real });
}

describe('a table whose titles are not known', () => {
  it('asks for its columns, shows what it understood and is imported with the choice', async () => {
    const mapping = {
      delimiter: ';' as const,
      skip: 0,
      titles: ['Wann', 'Wieviel', 'Gebühr'],
      columns: ['none' as const, 'amount' as const, 'undecided' as const],
      days: 'auto' as const,
      decimal: 'auto' as const,
      currency: 'USD' as const,
      account: '',
    };
    const rows = [
      ['Wann', 'Wieviel', 'Gebühr'],
      ['31.10.2026', '50,00', '2,50'],
    ];
    const understood = {
      lines: 1,
      first_day: '2026-10-31',
      last_day: '2026-10-31',
      accounts: [''],
      notes: [],
      sums: [{ money_in: usd(5_000n), money_out: usd(-10_250n) }],
    };
    const imports: FormData[] = [];
    const slowly = Promise.withResolvers<void>();
    const restore = fakeUploads(async (address, form) => {
      const sent = form.get('mapping');
      const used = typeof sent === 'string' ? JSON.parse(sent) : mapping;
      if (address.endsWith('/bank-tables')) {
        if (used.columns[2] === 'none') await slowly.promise;
        const isDay = used.columns[0] === 'booked_on';
        const problem = isDay ? (used.columns[2] === 'undecided' ? 'Is there a fee?' : null) : 'No column is the day.';
        return [200, { data: { rows, mapping: used, understood: problem ? null : understood, problem } }];
      }
      if (!sent)
        return [409, { code: 'choose_columns', message: 'The table has no column "date". Nothing was imported.' }];
      imports.push(form);
      return [201, { message: '1 new line imported', data: [] }];
    });
    after(restore);
    const { user } = renderScreen(<BankStatementsPage />, {
      realm: 'admin',
      answers: {
        'GET /admin/bank-statements': { data: [], meta: { ...pageMeta, total: 0, from: null, to: null } },
        'GET /admin/bank-suspense': { data: [], meta: { ...pageMeta, total: 0, from: null, to: null, held: [] } },
      },
    });
    const input = document.querySelector('input[type=file]');
    assert.ok(input instanceof HTMLInputElement);
    await user.upload(input, new File(['Wann;Wieviel'], 'bank.csv', { type: 'text/csv' }));
    await screen.findByText('No column is the day.');
    await user.click(await screen.findByRole('combobox', { name: 'Column 1 Wann' }));
    await user.click(await screen.findByRole('option', { name: 'Day' }));
    await screen.findByText('Is there a fee?');
    const fee = () => screen.getByRole('combobox', { name: 'Column 3 Gebühr' });
    assert.equal(fee().textContent, 'Choose');
    await user.click(fee());
    await user.click(await screen.findByRole('option', { name: 'Fee to take off' }));
    await screen.findByText('1 line understood');
    assert.ok(screen.getByText((_, element) => element?.textContent === '$50.00 came in, $102.50 went out'));
    screen.getByText(/^The fee is taken off each amount\./);
    await user.click(fee());
    await user.click(await screen.findByRole('option', { name: 'Not read' }));
    // What was understood is of the choice before.
    const early = screen.getByRole('button', { name: 'Import it' });
    assert.equal(early.getAttribute('aria-disabled'), 'true');
    assert.equal(screen.queryByText('1 line understood'), null);
    slowly.resolve();
    await user.click(await screen.findByRole('button', { name: 'Import 1 line' }));
    await waitFor(() => assert.equal(imports.length, 1));
    assert.match(String(imports[0]?.get('mapping')), /"columns":\["booked_on","amount","none"\]/);
  });
});
