import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { toIsoDay } from '#web/lib/words/dates.ts';
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
    await waitFor(() =>
      assert.match(document.activeElement?.getAttribute('aria-label') ?? '', /^20 November 2026, Friday, selected/),
    );
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
    const months = (await screen.findAllByRole('grid')).map((grid) => grid.getAttribute('aria-label'));
    const nameOf = (from: number) => {
      const day = new Date();
      const month = new Date(day.getFullYear(), day.getMonth() + from, 1);
      return month.toLocaleString('en-US', { month: 'long', year: 'numeric' });
    };
    assert.deepEqual(months, [nameOf(-1), nameOf(0)]);
  });

  it('is a usual span in one press', async () => {
    const onChange = mock.fn<(range: DayRange) => void>();
    const { user } = renderScreen(<DateRangePicker value={{ from: '', to: '' }} onChange={onChange} />, {
      realm: 'customer',
      answers: {},
    });
    await user.click(screen.getByRole('button', { name: 'Date range: Pick a date range' }));
    const first = toIsoDay(new Date(new Date().getFullYear(), 0, 1));
    await user.click(await screen.findByRole('button', { name: 'Year to date' }));
    assert.deepEqual(onChange.mock.calls[0]?.arguments, [{ from: first, to: toIsoDay(new Date()) }]);
    const today = new Date();
    const lastMonth = [
      new Date(today.getFullYear(), today.getMonth() - 1, 1),
      new Date(today.getFullYear(), today.getMonth(), 0),
    ];
    await user.click(screen.getByRole('button', { name: 'Last month' }));
    const [from = '', to = ''] = lastMonth.map(toIsoDay);
    assert.deepEqual(onChange.mock.calls[1]?.arguments, [{ from, to }]);
  });
});
