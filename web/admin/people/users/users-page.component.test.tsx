import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { Route } from 'wouter';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, maya } from '#web/testing/samples.ts';
import { UserPage } from './user-page.tsx';
import { UsersPage } from './users-page.tsx';

const NONE = { data: [], meta: { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null } };

describe('the list of users', () => {
  it('offers to show all where a search finds none', async () => {
    history.replaceState(null, '', '/admin/users?view=pending&search=nobody');
    const { user } = renderScreen(<UsersPage />, { realm: 'admin', answers: { 'GET /admin/users': NONE } });
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => assert.equal(location.search, ''));
    assert.ok(await screen.findByText('No users found'));
    assert.equal(screen.queryByRole('button', { name: 'Clear filters' }), null);
  });
});

describe('the page of a user', () => {
  it('is titled by the name', async () => {
    history.replaceState(null, '', `/admin/users/${idOf(1)}`);
    const page = (
      <Route path="/admin/users/:id">
        <UserPage />
      </Route>
    );
    renderScreen(page, { realm: 'admin', answers: { 'GET /admin/users/:id': { data: maya() } } });
    await waitFor(() => assert.equal(document.title, 'Maya Lindqvist · Admin · Gift card store'));
  });
});
