import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { fields } from './fields.tsx';
import { amount } from './form-money.tsx';

function Amount({ initial = '' }: { initial?: string }) {
  const form = useForm({ defaultValues: { amount: initial } });
  const [currency, setCurrency] = useState<Currency>('USD');
  return (
    <form>
      {fields(form, [amount('amount', 'Amount', currency, { hint: 'At least $1.00' })])}
      <output>{form.watch('amount')}</output>
      <button type="button" onClick={() => setCurrency('KWD')}>
        In dinars
      </button>
      <button type="button" onClick={() => form.reset({ amount: '7.00' })}>
        Reset
      </button>
    </form>
  );
}
const show = (initial?: string) => {
  const { user } = renderScreen(<Amount {...(initial && { initial })} />, { realm: 'customer', answers: {} });
  const field = screen.getByRole('textbox', { name: 'Amount' });
  return { user, field, value: () => screen.getByRole('status').textContent };
};

describe('a field for an amount of money', () => {
  for (const [typed, value, echo] of [
    ['98,50', '98.50', '= $98.50'],
    ['1.234,56', '1234.56', '= $1,234.56'],
    ['1,234.56', '1234.56', '= $1,234.56'],
    ['12,5', '12.50', '= $12.50'],
  ] as const) {
    it(`typed key by key, ${typed} is ${value}, which it says`, async () => {
      const { user, field, value: given } = show();
      await user.type(field, typed);
      assert.equal(textIn(field), typed, 'the text stays as it was typed');
      assert.equal(given(), value);
      screen.getByText(echo);
    });
  }

  it('asks where a text can be read in two ways, and takes what is chosen', async () => {
    const { user, field, value } = show();
    await user.type(field, '1.234');
    assert.equal(value(), '', 'nothing is guessed');
    await user.tab();
    screen.getByRole('alert');
    await user.click(screen.getByRole('button', { name: '$1,234.00' }));
    assert.equal(value(), '1234.00');
    assert.equal(textIn(field), '1,234.00');
    assert.equal(document.activeElement, field);
  });

  it('reads the text again in another currency', async () => {
    const { user, field, value } = show();
    await user.type(field, '12.5');
    assert.equal(value(), '12.50');
    await user.click(screen.getByRole('button', { name: 'In dinars' }));
    assert.equal(value(), '12.500');
    await user.clear(field);
    await user.type(field, '1,234');
    await user.click(screen.getByRole('button', { name: /1\.234$/ }));
    assert.equal(value(), '1.234');
  });

  it('leaves what is no amount to the rules of the form, and shows what the form is given', async () => {
    const { user, field, value } = show('250.00');
    assert.equal(textIn(field), '250.00');
    await user.clear(field);
    await user.type(field, 'ten');
    assert.equal(value(), 'ten');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    assert.equal(textIn(field), '7.00');
  });

  it('is the only one: no field of a number is left to the browser, which drops a comma without a word', () => {
    const sources = globSync('web/**/*.tsx').filter((path) => !path.endsWith('.test.tsx'));
    assert.ok(sources.length > 100);
    const withNumbers = sources.filter((path) => /type(=|: )("number"|\{?'number')/.test(readFileSync(path, 'utf8')));
    assert.deepEqual(withNumbers, []);
  });
});
