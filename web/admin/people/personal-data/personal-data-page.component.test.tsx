import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, within } from '@testing-library/react';
import type { AdminPersonalDataRequest } from '#bff/contract/people/personal-data.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf } from '#web/testing/samples.ts';
import { PersonalDataPage } from './personal-data-page.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const request = (more: Partial<AdminPersonalDataRequest> = {}): AdminPersonalDataRequest => ({
  id: idOf(70),
  kind: 'erasure',
  status: 'requested',
  requested_at: AT,
  decided_at: null,
  note: null,
  done_at: null,
  download_until: null,
  decided_by: null,
  obstacles: [],
  report: null,
  user: { id: idOf(1), name: 'Maya Lindqvist', email: 'maya@example.com' },
  ...more,
});

describe('requests of personal data', () => {
  function open(shown: () => AdminPersonalDataRequest) {
    history.replaceState(null, '', `/admin/personal-data?open=${idOf(70)}`);
    const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1, from: 1, to: 1 };
    let sent: unknown;
    const screenOf = renderScreen(<PersonalDataPage />, {
      realm: 'admin',
      answers: {
        'GET /admin/personal-data': () => ({ data: [shown()], meta }),
        'GET /admin/personal-data/:id': () => ({ data: shown() }),
        'POST /admin/personal-data/:id/confirm': ({ body }: { body: unknown }) => {
          sent = body;
          return { message: 'Confirmed. It is done within a few minutes.', data: shown() };
        },
      },
    });
    return { ...screenOf, sent: () => sent };
  }

  it('are confirmed after a question that says what is lost', async () => {
    const { user, sent } = open(() => request());
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    const dialog = await screen.findByRole('dialog', { name: 'Erase Maya Lindqvist' });
    await user.type(within(dialog).getByLabelText('Note'), 'Called back.');
    await user.click(within(dialog).getByRole('button', { name: 'Erase' }));
    assert.ok(await screen.findByText('Confirmed. It is done within a few minutes.'));
    assert.deepEqual(sent(), { note: 'Called back.' });
  });

  it('cannot be confirmed while something stands in the way', async () => {
    open(() => request({ obstacles: ['Not paid out yet: WDR-000001.'] }));
    assert.ok(await screen.findByText('Not paid out yet: WDR-000001.'));
    assert.equal(screen.getByRole('button', { name: 'Confirm' }).getAttribute('aria-disabled'), 'true');
  });

  it('end in a report of what was removed and kept', async () => {
    const report = {
      removed: [{ what: 'Rows: account', count: 1 }],
      kept: [{ what: 'Invoices, sealed', count: 1, until: '2033-12-31', why: 'The law asks for them.' }],
      invoices: [{ id: idOf(71), number: 'GL-100001', keep_until: '2033-12-31' }],
    };
    open(() => request({ status: 'done', report }));
    assert.ok(await screen.findByText('Rows: account'));
    assert.ok(screen.getByText('The law asks for them. The last one on 2033-12-31.'));
    assert.ok(screen.getByRole('button', { name: 'Open invoice GL-100001' }));
    assert.ok(!screen.queryByRole('button', { name: 'Confirm' }));
  });
});
