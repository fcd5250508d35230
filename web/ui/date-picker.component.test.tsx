import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { DatePicker, DateRangePicker, type DayRange } from './date-picker.tsx';

describe('the choice of a day', () => {
  it('begins at the day that is chosen, and is made by the keyboard alone', async () => {
    const onChange = mock.fn();
    const { user } = renderScreen(<DatePicker label="Start date" value="2026-11-20" onChange={onChange} />, {
      realm: 'admin',
      answers: {},
    });
    screen.getByRole('button', { name: /^Start date/ }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => assert.match(document.activeElement?.getAttribute('aria-label') ?? '', /November 20th, 2026/));
    await user.keyboard('{ArrowLeft}{Enter}');
    assert.deepEqual(onChange.mock.calls[0]?.arguments, ['2026-11-19']);
    await waitFor(() => assert.match(document.activeElement?.getAttribute('aria-label') ?? '', /^Start date/));
  });

  it('is taken back by a button of its own', async () => {
    const onChange = mock.fn();
    const { user } = renderScreen(<DatePicker label="Start date" value="2026-11-20" onChange={onChange} />, {
      realm: 'admin',
      answers: {},
    });
    await user.click(screen.getByRole('button', { name: 'Clear date' }));
    assert.deepEqual(onChange.mock.calls[0]?.arguments, ['']);
    assert.match(document.activeElement?.getAttribute('aria-label') ?? '', /^Start date/);
  });
});

describe('a range of dates', () => {
  const open = (value: DayRange) =>
    renderScreen(<DateRangePicker value={value} onChange={() => undefined} />, { realm: 'customer', answers: {} });

  it('is written as specified', () => {
    open({ from: '2025-01-05', to: '2025-01-09' });
    assert.ok(screen.getByText('Jan 05, 2025 - Jan 09, 2025'));
  });

  it('is chosen on two months', async () => {
    const { user } = open({ from: '', to: '' });
    await user.click(screen.getByRole('button', { name: 'Date range: Pick a date range' }));
    assert.equal((await screen.findAllByRole('grid')).length, 2);
  });
});
