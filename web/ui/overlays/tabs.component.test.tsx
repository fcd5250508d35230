import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { Tabs } from './tabs.tsx';

const TABS = [
  { id: 'one', label: 'One', content: 'The first' },
  { id: 'two', label: 'Two', content: 'The second' },
];

describe('tabs', () => {
  it('say that one is not found, and still lead to the others', async () => {
    const onSelect = mock.fn();
    const { user } = renderScreen(<Tabs label="Parts" tabs={TABS} selected="three" onSelect={onSelect} />, {
      realm: 'admin',
      answers: {},
    });
    assert.ok(screen.getByText('Not found'));
    await user.tab();
    assert.equal(document.activeElement?.textContent, 'One');
    await user.click(screen.getByRole('tab', { name: 'Two' }));
    assert.deepEqual(onSelect.mock.calls[0]?.arguments, ['two']);
  });
});
