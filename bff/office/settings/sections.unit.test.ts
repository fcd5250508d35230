import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import { differences } from './sections.ts';

describe('what a change of approvals says', () => {
  const { standard } = SECTIONS.approvals;

  it('is what differs, whatever the order in which currencies were recorded', () => {
    const { USD, EUR } = standard.payoutAlone;
    const after = { ...standard, depositAlone: { EUR: '9000', USD: '2500' }, payoutAlone: { EUR, USD } };
    assert.deepEqual(differences('approvals', standard, after), [
      { field: 'Deposit', before: '$10,000.00, €9,000.00', after: '$2,500.00, €9,000.00' },
    ]);
  });

  it('leaves out a currency whose own amount was removed', () => {
    const after = { ...standard, creditAlone: { USD: '10000' }, priceRisePercent: 50 };
    assert.deepEqual(differences('approvals', standard, after), [
      { field: 'Credit limit', before: '$10,000.00, €9,000.00', after: '$10,000.00' },
      { field: 'Rise of a price', before: '100 percent', after: '50 percent' },
    ]);
  });
});
