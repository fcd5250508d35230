import assert from 'node:assert/strict';
import { it } from 'node:test';
import { screen, within } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { SystemPage } from './system-page.tsx';
import { running } from './testing/running-system.ts';

const open = (server: string | null, isConnected = true) => {
  const data = { ...running, event_store: { ...running.event_store, server, is_connected: isConnected } };
  renderScreen(<SystemPage />, { realm: 'admin', answers: { 'GET /admin/system': () => ({ data }) } });
  return screen.findByRole('region', { name: 'Event store' });
};

it('the event store is named, with its address', async () => {
  const part = within(await open('EventStoreDB 24.6.0'));
  assert.ok(part.getByText('EventStoreDB 24.6.0'));
  assert.ok(part.getByText('esdb://events:2113'));
});

it('an event store that does not say its version is said to do so', async () => {
  assert.ok(within(await open(null)).getByText('Does not say its version'));
});

it('of an event store that does not answer, nothing is said of its version', async () => {
  const part = within(await open(null, false));
  assert.ok(part.getByText('No answer'));
  assert.equal(part.queryAllByText('Does not say its version').length, 0);
});
