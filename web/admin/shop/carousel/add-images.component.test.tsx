import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { AddImages } from './add-images.tsx';

const picture = (name: string) => new File([name], name, { type: 'image/png' });

describe('adding images to the carousel', () => {
  before(() => {
    // The simulated page does not draw pictures.
    URL.createObjectURL ??= () => 'blob:picture';
    URL.revokeObjectURL ??= () => undefined;
  });
  const open = async () => {
    const { user, writes } = renderScreen(<AddImages />, { realm: 'admin', answers: {} });
    const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? assert.fail('no input');
    await user.upload(input, [picture('a.png'), picture('b.png')]);
    return { user, writes };
  };
  const focused = () => document.activeElement?.closest('button')?.textContent ?? '';

  it('sends nothing while a link is missing, and says where', async () => {
    const { user, writes } = await open();
    await user.type(screen.getByLabelText('Link of a.png *'), '/products');
    await user.click(screen.getByRole('button', { name: 'Add Images' }));
    assert.ok(await screen.findByText('Missing link'));
    assert.equal(screen.getByLabelText('Link of a.png *').getAttribute('aria-invalid'), null);
    assert.equal(screen.getByLabelText('Link of b.png *').getAttribute('aria-invalid'), 'true');
    assert.deepEqual(writes(), []);
  });

  it('leads the keyboard back to the choice when what was chosen is taken away', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Remove a.png' }));
    assert.match(focused(), /^Click to select images/);
    await user.click(screen.getByRole('button', { name: 'Clear Selection' }));
    assert.match(focused(), /^Click to select images/);
    assert.equal(screen.queryByRole('button', { name: 'Clear Selection' }), null);
  });
});
