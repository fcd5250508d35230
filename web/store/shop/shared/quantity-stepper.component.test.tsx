import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { QuantityStepper } from './quantity-stepper.tsx';

describe('a quantity', () => {
  const open = (from: number) => {
    const set = mock.fn();
    function Screen() {
      const [value, setValue] = useState(from);
      const onChange = (next: number) => {
        set(next);
        setValue(next);
      };
      return <QuantityStepper value={value} onChange={onChange} />;
    }
    const { user } = renderScreen(<Screen />, { realm: 'customer', answers: {} });
    const field = screen.getByRole('textbox', { name: 'Quantity' });
    return { user, field, changes: () => set.mock.calls.map(({ arguments: [next] }) => next) };
  };

  for (const [typed, taken] of [
    ['1,000', 1_000],
    ['1.000', 1_000],
    ['2.500', 2_500],
    ['1 000', 1_000],
    ['1’000', 1_000],
    ['12,345', 12_345],
    ['２０', 20],
    [' 7 ', 7],
    ['0', 1],
    ['1000000', 99_999],
  ] as const) {
    it(`typed as “${typed}” is ${taken}`, async () => {
      const { user, field, changes } = open(500);
      await user.clear(field);
      await user.type(field, typed);
      await user.tab();
      assert.equal(textIn(field), String(taken));
      assert.deepEqual(changes(), [taken]);
    });
  }

  for (const typed of ['', '1e3', '1,5', '1.50', '1,0000', '10,00', 'many', '-3', '½']) {
    it(`stays as it was after “${typed}”`, async () => {
      const { user, field, changes } = open(500);
      await user.clear(field);
      if (typed !== '') await user.type(field, typed);
      await user.tab();
      assert.equal(textIn(field), '500');
      assert.deepEqual(changes(), []);
    });
  }

  it('steps from what was typed', async () => {
    const { user, field, changes } = open(1);
    await user.clear(field);
    await user.type(field, '50{ArrowUp}');
    assert.equal(textIn(field), '51');
    assert.deepEqual(changes(), [51]);
  });
});
