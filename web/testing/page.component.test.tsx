import assert from 'node:assert/strict';
import { it } from 'node:test';
import { render, screen } from '@testing-library/react';

it('a comparison of an element fails by its first letters', () => {
  render(<button type="button">Save</button>);
  const save = screen.queryByRole('button');
  assert.equal(save, save);
  assert.throws(() => assert.equal(save, null), { message: '<button type="button">Save</button> is not null' });
  assert.throws(() => assert.equal(null, save), { message: 'null is not <button type="button">Save</button>' });
  assert.throws(() => assert.equal(save, null, 'it is shown'), { message: 'it is shown' });
  assert.throws(() => assert.equal(1, 2), /1 !== 2/);
});
