import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { watchTimers } from '#web/testing/timers.ts';
import { CopyButton } from './copy-button.tsx';

describe('a button that copies', () => {
  it('says so, and shows a tick for two seconds', async () => {
    const { user } = renderScreen(<CopyButton value="AAAA-1" label="Copy code" />, { realm: 'customer', answers: {} });
    const timers = watchTimers();
    const button = screen.getByRole('button', { name: 'Copy code' });
    await user.click(button);
    assert.ok(await screen.findByText('Copied'));
    assert.equal(await navigator.clipboard.readText(), 'AAAA-1');
    assert.ok(button.querySelector('.lucide-check'));
    await timers.pass(2000);
    assert.ok(!button.querySelector('.lucide-check'));
  });
});
