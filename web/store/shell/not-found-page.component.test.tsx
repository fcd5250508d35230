import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { NotFoundPage } from './not-found-page.tsx';

describe('an address that is no page', () => {
  it('sends nobody to sign in who is signed in', () => {
    renderScreen(<NotFoundPage />, { realm: 'customer', answers: {} });
    assert.equal(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href'), '/');
    assert.equal(screen.queryByRole('link', { name: 'Sign in' }), null);
  });
});
