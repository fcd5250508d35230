import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

describe('a screen that breaks', () => {
  // React also writes caught errors to the console.
  let said: string[] = [];
  beforeEach(() => {
    said = [];
    mock.method(console, 'error', (...words: unknown[]) => said.push(words.join(' ')));
  });
  afterEach(() => mock.restoreAll());

  const open = (failure: () => Error | undefined) => {
    function Screen() {
      const error = failure();
      if (error) throw error;
      return <p>It works.</p>;
    }
    return renderScreen(
      <ErrorBoundary>
        <Screen />
      </ErrorBoundary>,
      { realm: 'customer', answers: {} },
    );
  };

  it('says so, and can be tried again or loaded once more', async () => {
    let error: Error | undefined = new Error('a bug');
    const { user } = open(() => error);
    assert.ok(screen.getByText('Something went wrong'));
    assert.ok(screen.getByRole('button', { name: 'Refresh page' }));
    error = undefined;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    assert.ok(screen.getByText('It works.'));
  });

  it('says of code that could not be fetched that the way there is blocked', () => {
    open(() => new TypeError('Failed to fetch dynamically imported module: /assets/orders.js'));
    assert.ok(screen.getByText('Navigation Error'));
    assert.ok(screen.getByRole('button', { name: 'Refresh Page' }));
  });

  it('loads the page again by itself for such code, but not offline', () => {
    let isOnline = false;
    mock.getter(navigator, 'onLine', () => isOnline);
    // The simulated page's message for location.reload().
    const isLoadedAgain = () => said.some((words) => /Not implemented: navigation/.test(words));
    open(() => new TypeError('Failed to fetch dynamically imported module: /assets/orders.js'));
    assert.equal(isLoadedAgain(), false);
    isOnline = true;
    dispatchEvent(new Event('online'));
    assert.equal(isLoadedAgain(), true);
  });
});
