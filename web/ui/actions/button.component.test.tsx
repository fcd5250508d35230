import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '#web/testing/render.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { Button } from './button.tsx';

describe('a button', () => {
  it('keeps the focus while it says why it cannot be pressed, and after', async () => {
    function Upload() {
      const [reason, setReason] = useState<string>();
      return (
        <>
          <Button disabledReason={reason} onClick={() => setReason('It is on its way')}>
            Upload
          </Button>
          <p onPointerEnter={() => setReason(undefined)}>Arrived</p>
        </>
      );
    }
    const { user } = renderScreen(<Upload />, { realm: 'customer', answers: {} });
    const button = () => screen.getByRole('button', { name: 'Upload' });
    button().focus();
    await user.keyboard('{Enter}');
    assert.equal(button().getAttribute('aria-disabled'), 'true');
    assert.equal(document.activeElement, button());
    await user.hover(screen.getByText('Arrived'));
    assert.equal(button().getAttribute('aria-disabled'), null);
    assert.equal(document.activeElement, button());
  });

  it('opens the menu that it is the button of, each time', async () => {
    const { user } = renderScreen(
      <Menu
        trigger={(props) => <Button {...props}>Actions</Button>}
        entries={[{ label: 'Archive', onSelect: () => {} }]}
      />,
      { realm: 'customer', answers: {} },
    );
    for (const _time of ['first', 'second']) {
      await user.click(screen.getByRole('button', { name: 'Actions' }));
      assert.ok(await screen.findByRole('menuitem', { name: 'Archive' }));
      await user.keyboard('{Escape}');
      await waitFor(() => assert.equal(screen.queryByRole('menuitem'), null));
    }
  });
});
