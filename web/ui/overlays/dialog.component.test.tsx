import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '#web/testing/render.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog, Sheet } from './dialog.tsx';

/** A request whose button disappears with its decision. */
function Request() {
  const [isAsking, setAsking] = useState(false);
  const [isDecided, setDecided] = useState(false);
  const decide = () => {
    setDecided(true);
    setAsking(false);
  };
  return (
    <>
      {!isDecided && <Button onClick={() => setAsking(true)}>Approve</Button>}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Approve it?"
        footer={<Button onClick={decide}>Yes</Button>}
      />
    </>
  );
}

const page = (content: React.ReactNode) => (
  <main>
    <h1 tabIndex={-1}>Requests</h1>
    {content}
  </main>
);
/** The body is left out, because its text is that of the whole page. */
const focused = () => document.activeElement?.closest('button, h1, [role=dialog]')?.textContent ?? '';

describe('the focus, once a dialog has closed', () => {
  it('is where it was', async () => {
    const { user } = renderScreen(page(<Request />), { realm: 'admin', answers: {} });
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await screen.findByRole('dialog', { name: 'Approve it?' });
    await user.keyboard('{Escape}');
    await waitFor(() => assert.equal(focused(), 'Approve'));
  });

  it('is on the heading of the page where its opener is gone', async () => {
    const { user } = renderScreen(page(<Request />), { realm: 'admin', answers: {} });
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() => assert.equal(focused(), 'Requests'));
  });

  it('is on the heading where its opener goes a moment later, with the list that is read again', async () => {
    function List() {
      const [isThere, setThere] = useState(true);
      return (
        <>
          {isThere && <Request />}
          <p onPointerEnter={() => setThere(false)}>Read again</p>
        </>
      );
    }
    const { user } = renderScreen(page(<List />), { realm: 'admin', answers: {} });
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await screen.findByRole('dialog', { name: 'Approve it?' });
    await user.keyboard('{Escape}');
    await waitFor(() => assert.equal(focused(), 'Approve'));
    await user.hover(screen.getByText('Read again'));
    await waitFor(() => assert.equal(focused(), 'Requests'));
  });

  it('is in the panel below it where the opener was there', async () => {
    const panel = (
      <Sheet open onClose={() => undefined} title="Deposit">
        <Request />
      </Sheet>
    );
    const { user } = renderScreen(page(panel), { realm: 'admin', answers: {} });
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() => assert.match(focused(), /^Deposit/));
  });
});
