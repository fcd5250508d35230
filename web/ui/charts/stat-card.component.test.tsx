import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { act, screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { StatCard } from './stat-card.tsx';

const show = (card: Parameters<typeof StatCard>[0]) =>
  renderScreen(<StatCard {...card} />, { realm: 'admin', answers: {} });

describe('a figure worth a look', () => {
  it('says that there was nothing to compare with, and not that all it counts is new', () => {
    show({ label: 'Total Users', value: undefined, trend: { percent: null, period: 'last month' } });
    assert.match(screen.getByRole('region', { name: 'Total Users' }).textContent ?? '', /^Total UsersNone last month$/);
  });

  it('never counts below zero, though a frame is older than the moment it was asked for', () => {
    const frames: FrameRequestCallback[] = [];
    mock.method(window, 'requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
    mock.method(globalThis, 'requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
    show({ label: 'Total Orders', value: 1_000 });
    act(() => frames.shift()?.(performance.now() - 100));
    const shown = screen.getByRole('region', { name: 'Total Orders' }).textContent ?? '';
    assert.doesNotMatch(shown, /-/);
    mock.restoreAll();
  });
});
