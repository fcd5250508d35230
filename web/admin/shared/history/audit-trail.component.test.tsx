import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import type { AuditEntry } from '#bff/contract/identity/admin-audit.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { AT, idOf } from '#web/testing/samples.ts';
import { AuditEntryRow } from './audit-entry.tsx';

const entry: AuditEntry = {
  event_id: idOf(1),
  position: '7',
  revision: '0',
  correlation_id: 'c',
  causation_id: 'c',
  command_id: 'c',
  hash: 'h',
  data: {},
  postings: [],
  occurred_at: AT,
  subject: { kind: 'customer', id: idOf(2) },
  type: 'CustomerMfaDisabled',
  title: 'Two-factor authentication switched off',
  summary: 'By support.',
  actor: { kind: 'administrator', id: idOf(3), name: 'Ada Byron' },
  product: { id: idOf(4), name: 'Steam $50' },
};

describe('an entry of the audit trail', () => {
  it('has the server’s words, and leads to its subject and its product', () => {
    renderScreen(<AuditEntryRow entry={entry} showSubject />, { realm: 'admin', answers: {} });
    assert.match(
      screen.getByRole('listitem').textContent ?? '',
      /^Two-factor authentication switched off\. By support\./,
    );
    assert.deepEqual(
      screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
      [
        ['customer 00000000', `/admin/users/${idOf(2)}`],
        ['Steam $50', `/admin/products?open=${idOf(4)}`],
      ],
    );
  });
});
