import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '#web/testing/render.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { Popover } from './popover.tsx';

const WALLETS = [
  { value: 'usd', label: 'USD wallet' },
  { value: 'eur', label: 'EUR wallet' },
];

function Cart() {
  const [wallet, setWallet] = useState('usd');
  return (
    <>
      <Popover label="Cart" trigger={(props) => <Button {...props}>Open the cart</Button>}>
        {() => <Select aria-label="Wallet" value={wallet} options={WALLETS} onChange={setWallet} />}
      </Popover>
      <Button>Elsewhere</Button>
    </>
  );
}

describe('a select in a popover', () => {
  for (const opened of ['by the mouse', 'by the keyboard'] as const) {
    it(`opened ${opened}, is chosen from while the popover stays`, async () => {
      const { user } = renderScreen(<Cart />, { realm: 'customer', answers: {} });
      await user.click(screen.getByRole('button', { name: 'Open the cart' }));
      await screen.findByRole('dialog', { name: 'Cart' });
      const field = screen.getByRole('combobox', { name: 'Wallet' });
      if (opened === 'by the mouse') await user.click(field);
      else {
        field.focus();
        await user.keyboard('{ArrowDown}');
      }
      await user.click(await screen.findByRole('option', { name: 'EUR wallet' }));
      await waitFor(() => assert.equal(screen.queryByRole('listbox'), null));
      assert.ok(screen.getByRole('dialog', { name: 'Cart' }));
      assert.equal(screen.getByRole('combobox', { name: 'Wallet' }).textContent, 'EUR wallet');
      await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
      await waitFor(() => assert.equal(screen.queryByRole('dialog'), null));
    });
  }
});
