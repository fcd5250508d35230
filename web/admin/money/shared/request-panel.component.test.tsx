import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, pendingWithdrawal } from '#web/testing/samples.ts';
import { DecisionButtons } from './request-panel.tsx';

const file = { id: idOf(9), reference: 'PAY-000012', created_at: '2026-11-01T08:00:00.000Z' };
const open = (change: Parameters<typeof pendingWithdrawal>[0]) =>
  renderScreen(<DecisionButtons request={pendingWithdrawal(change)} accept="complete" onDecide={() => undefined} />, {
    realm: 'admin',
    answers: {},
  });
const isBlocked = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

describe('a withdrawal that waits', () => {
  it('is completed or rejected', () => {
    open({});
    assert.deepEqual([/^Complete/, /^Reject/].map(isBlocked), [false, false]);
  });

  it('that is in a file for the bank is completed; it says beforehand why it is not rejected', () => {
    open({ payout_file: file });
    assert.deepEqual([/^Complete/, /^Reject/].map(isBlocked), [false, true]);
    assert.ok(screen.getByText('It is in PAY-000012: withdraw that file before you reject it'));
  });
});
