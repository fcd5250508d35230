import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf } from '#web/testing/samples.ts';
import { UserPicker } from './user-picker.tsx';

const MAYA = { id: idOf(1), name: 'Maya Lindqvist', email: 'maya@example.com' };

describe('the choice of a customer', () => {
  for (const [form, answer] of [
    ['a page', { data: [MAYA] }],
    ['a bare list', [MAYA]],
  ] as const) {
    it(`takes ${form} of customers`, async () => {
      const onChange = mock.fn();
      const { user } = renderScreen(<UserPicker value={null} onChange={onChange} />, {
        realm: 'admin',
        answers: { 'GET /admin/users/search': () => Response.json(answer) },
      });
      await user.type(screen.getByRole('combobox'), 'maya');
      await user.click(await screen.findByRole('option', { name: /Maya Lindqvist/ }));
      await waitFor(() => assert.equal(onChange.mock.callCount(), 1));
      assert.deepEqual(onChange.mock.calls[0]?.arguments, [MAYA]);
    });
  }
});
