import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { SearchBox } from './search-box.tsx';

describe('a search field', () => {
  const open = () => {
    const asked = mock.fn();
    function Screen() {
      const [term, setTerm] = useState('');
      const search = (next: string) => {
        asked(next);
        setTerm(next);
      };
      return (
        <>
          <SearchBox value={term} onSearch={search} />
          <button type="button" onClick={() => setTerm('')}>
            Clear filters
          </button>
        </>
      );
    }
    const { user } = renderScreen(<Screen />, { realm: 'customer', answers: {} });
    const terms = () => asked.mock.calls.map(({ arguments: [term] }) => term);
    return { user, field: screen.getByRole('searchbox'), terms };
  };

  it('keeps the space between two words, though the first was searched for meanwhile', async () => {
    const { user, field, terms } = open();
    await user.type(field, 'steam ');
    await waitFor(() => assert.deepEqual(terms(), ['steam']));
    await user.type(field, 'gift');
    assert.equal(textIn(field), 'steam gift');
    await waitFor(() => assert.deepEqual(terms(), ['steam', 'steam gift']));
  });

  it('follows what was changed from outside', async () => {
    const { user, field, terms } = open();
    await user.type(field, 'steam{Enter}');
    assert.deepEqual(terms(), ['steam']);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    assert.equal(textIn(field), '');
  });
});
