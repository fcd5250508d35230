import { describe, it } from 'node:test';
import { money } from '#core/kernel/money/money.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';
import type { PeriodCommand } from './commands.ts';
import { periodDecider } from './decider.ts';
import type { PeriodEvent } from './events.ts';

const { given } = specificationOf(periodDecider);
const totals = [{ debits: money(500n, 'USD'), credits: money(500n, 'USD') }];
const close = (month: string, sums = totals): PeriodCommand => ({
  type: 'ClosePeriod',
  month,
  totals: sums,
  today: '2026-11-22',
});
const closed = (month: string): PeriodEvent => ({ type: 'PeriodClosed', data: { month, totals } });
const reopen = (month: string, reason = 'A late statement'): PeriodCommand => ({ type: 'ReopenPeriod', month, reason });
const reopened = (month: string): PeriodEvent => ({
  type: 'PeriodReopened',
  data: { month, reason: 'A late statement' },
});

describe('closing a month', () => {
  it('is for months that are over, once, and covers all months before the first', () => {
    given().when(close('2026-09')).thenEvents(closed('2026-09'));
    given(closed('2026-09')).when(close('2026-09')).thenNothing();
    given(closed('2026-09')).when(close('2025-12')).thenNothing();
    given()
      .when(close('2026-11'))
      .thenRefused('invalid_value', /November 2026 is not over yet/);
    given().when(close('2027-01')).thenRefused('invalid_value');
    given().when(close('2026-13')).thenRefused('invalid_value');
  });
  it('goes in order, over the end of a year too', () => {
    given(closed('2025-12')).when(close('2026-01')).thenEvents(closed('2026-01'));
    given(closed('2026-08'))
      .when(close('2026-10'))
      .thenRefused('invalid_state', /close September 2026 first/);
  });
  it('is refused while the books do not balance', () => {
    given()
      .when(close('2026-10', [...totals, { debits: money(2n, 'EUR'), credits: money(1n, 'EUR') }]))
      .thenRefused('invalid_state', /do not balance: debits €0\.02, credits €0\.01/);
  });
});

describe('closing a month with open points', () => {
  const open = (reason: string) => ({ open: { points: ['EUR: one line is not decided.'], reason } });
  it('keeps them with the reason, and takes no closing without one', () => {
    given()
      .when({ ...close('2026-09'), ...open(' Late ') } as PeriodCommand)
      .thenEvents({ type: 'PeriodClosed', data: { month: '2026-09', totals, ...open('Late') } });
    given()
      .when({ ...close('2026-09'), ...open(' ') } as PeriodCommand)
      .thenRefused('invalid_value', /Say why it is closed/);
  });
});

describe('reopening a month', () => {
  it('is for the last closed one, with a reason, and it can be closed again', () => {
    given(closed('2026-09'), closed('2026-10')).when(reopen('2026-10')).thenEvents(reopened('2026-10'));
    given(closed('2026-10'), reopened('2026-10')).when(close('2026-10')).thenEvents(closed('2026-10'));
    given(closed('2026-10'), reopened('2026-10')).when(reopen('2026-09')).thenEvents(reopened('2026-09'));
  });
  it('is refused for an open one, for one before the last, and without a reason', () => {
    given()
      .when(reopen('2026-10'))
      .thenRefused('invalid_state', /October 2026 is not closed/);
    given(closed('2026-10'), reopened('2026-10')).when(reopen('2026-10')).thenRefused('invalid_state');
    given(closed('2026-10'))
      .when(reopen('2026-09'))
      .thenRefused('invalid_state', /reopen October 2026 first/);
    given(closed('2026-10')).when(reopen('2026-10', ' ')).thenRefused('invalid_value');
  });
});
