import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { screen } from '@testing-library/react';
import { useState } from 'react';
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

  it('are moved between by arrows, Home and End, round at both ends, and the focus goes along', async () => {
    const Page = () => {
      const [selected, setSelected] = useState('one');
      return <Tabs label="Parts" tabs={TABS} selected={selected} onSelect={setSelected} />;
    };
    const { user } = renderScreen(<Page />, { realm: 'admin', answers: {} });
    await user.tab();
    for (const [key, name] of [
      ['ArrowRight', 'Two'],
      ['ArrowRight', 'One'],
      ['ArrowLeft', 'Two'],
      ['Home', 'One'],
      ['End', 'Two'],
    ] as const) {
      await user.keyboard(`{${key}}`);
      assert.equal(document.activeElement, screen.getByRole('tab', { name, selected: true }));
    }
    assert.ok(screen.getByRole('tabpanel', { name: 'Two' }));
  });
});
