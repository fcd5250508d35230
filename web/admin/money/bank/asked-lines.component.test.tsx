import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import { line, lines, openStatement, statement } from '#web/testing/bank-samples.tsx';
import { idOf, usd } from '#web/testing/samples.ts';

describe('a line that may be known', () => {
  it('is shown beside the known one, and answered for itself or with all on the page', async () => {
    const earlier = [
      {
        id: 'c'.repeat(64),
        statement_id: idOf(7),
        format: 'MT940',
        booked_on: '2026-10-31',
        amount: usd(5_000n),
        name: 'Maya Print',
        iban: '',
        text: 'top-up',
      },
    ];
    const asked = {
      result: 'asked' as const,
      certainty: null,
      document: null,
      earlier,
      reason: 'It may be a known one.',
    };
    const page = lines();
    const meta = { ...page.meta, statement: { ...statement, asked: 2, gap: { missing: usd(200n), numbers: '211' } } };
    const { user, writes } = openStatement({
      'GET /admin/bank-statements/:id/lines': {
        data: [line(asked), line({ ...asked, id: 'b'.repeat(64), name: 'Eve' })],
        meta,
      },
      'POST /admin/bank-statements/:id/answer': { message: 'They are the same lines' },
    });
    const row = within(await screen.findByRole('row', { name: /^Maya/ }));
    assert.equal(
      row.getByRole('link', { name: 'Maya Print' }).getAttribute('href'),
      `/admin/bank-statements/${idOf(7)}`,
    );
    assert.ok(screen.getByText('2 lines may have been imported before'));
    assert.ok(screen.getByText('Statement 211 was not imported.'));
    await user.click(row.getByRole('button', { name: 'Another one' }));
    await user.click(screen.getByRole('button', { name: 'The 2 lines on this page are the same' }));
    await waitFor(() => assert.equal(writes().length, 2));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [
        { line_ids: ['a'.repeat(64)], is: 'another' },
        { line_ids: ['a'.repeat(64), 'b'.repeat(64)], is: 'same' },
      ],
    );
  });
});
