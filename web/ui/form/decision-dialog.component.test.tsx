import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { toaster } from '#web/lib/toast/toast.ts';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { text } from './fields.tsx';
import { amount } from './form-money.tsx';

describe('a form in a dialog that asks before it is left', () => {
  it('closes at once where nothing was typed, and else keeps it or discards it', async () => {
    const onClose = mock.fn();
    const { user } = renderScreen(
      <DecisionDialog
        title="Product"
        schema={z.object({ name: z.string() })}
        defaults={{ name: '' }}
        decide={async () => undefined}
        failed="Failed to save"
        asksToDiscard
        onClose={onClose}
        confirm={{ label: 'Save', busyText: 'Saving...' }}
        fields={() => [text('name', 'Name', { optional: true })]}
      />,
      { realm: 'admin', answers: {} },
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    assert.equal(onClose.mock.callCount(), 1);
    await user.type(screen.getByLabelText('Name'), 'Steam 50');
    const ask = async () => {
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      return within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
    };
    await user.click((await ask()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => assert.ok(!screen.queryByRole('alertdialog')));
    assert.equal(textIn(screen.getByLabelText('Name')), 'Steam 50');
    assert.equal(onClose.mock.callCount(), 1);
    await user.click((await ask()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => assert.equal(onClose.mock.callCount(), 2));
  });
});

describe('a form in a dialog that lacks something', () => {
  it('leads to the first field that does, of whatever kind', async () => {
    const { user } = renderScreen(
      <DecisionDialog
        title="Correction"
        schema={z.object({ amount: z.string().min(1, 'How much?'), reason: z.string().min(1, 'Why?') })}
        defaults={{ amount: '', reason: '' }}
        decide={async () => undefined}
        failed="Failed to save"
        onClose={() => undefined}
        confirm={{ label: 'Save', busyText: 'Saving...' }}
        fields={() => [amount('amount', 'Amount', 'USD'), text('reason', 'Reason')]}
      />,
      { realm: 'admin', answers: {} },
    );
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('How much?');
    await waitFor(() => assert.equal(document.activeElement?.getAttribute('name'), 'amount'));
  });

  it('given an error of the submit before, when the form itself is refused, then that error is over', async (context) => {
    const settle = context.mock.method(toaster, 'settle', () => undefined);
    const { user } = renderScreen(
      <DecisionDialog
        title="Correction"
        schema={z.object({ reason: z.string().min(1, 'Why?') })}
        defaults={{ reason: '' }}
        decide={async () => undefined}
        failed="Failed to save"
        onClose={() => undefined}
        confirm={{ label: 'Save', busyText: 'Saving...' }}
        fields={() => [text('reason', 'Reason')]}
      />,
      { realm: 'admin', answers: {} },
    );
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('Why?');
    assert.equal(settle.mock.callCount(), 1);
  });
});
