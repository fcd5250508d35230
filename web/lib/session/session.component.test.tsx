import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { api } from '#web/lib/api/api.ts';
import { downloadFile } from '#web/lib/api/download.ts';
import { sessionAtoms, unreachableAtom } from '#web/lib/api/session-atoms.ts';
import { restoreSession, startCustomerSession } from '#web/lib/api/session-refresh.ts';
import { STORAGE_KEYS } from '#web/lib/browser/storage.ts';
import { toastFailed } from '#web/lib/toast/toast-error.ts';
import { Unreachable } from '#web/shared/shell/unreachable.tsx';
import { refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { customer } from '#web/testing/samples.ts';
import { signOut, useCustomer } from './session.ts';

function Who() {
  const { status, user, leftFrom } = useCustomer();
  return (
    <p>
      {status} {user?.is_approved === false && 'not approved'} {leftFrom}
    </p>
  );
}

const SIGNED_IN = {
  status: 'signed_in',
  access_token: 'token-2',
  token_type: 'bearer',
  expires_at: '2099-01-01T00:00:00.000Z',
  user: customer(),
} as const;
const OVER = refusal(401, { message: 'Expired.', code: 'unauthenticated' });

describe('a session that changes while the page is open', () => {
  it('given an approval that was revoked, when a call is refused for it, then the page knows before the refusal shows', async () => {
    let isApproved = true;
    renderScreen(<Who />, {
      realm: 'customer',
      answers: {
        'GET /user': () => ({ data: customer({ is_approved: isApproved }) }),
        'GET /wallets': refusal(403, { message: 'Your account is waiting for approval.', code: 'not_approved' }),
      },
    });
    await screen.findByText('signed-in');
    isApproved = false;
    await assert.rejects(api('GET /wallets'));
    assert.ok(await screen.findByText('signed-in not approved'));
  });

  it('given one that is over, when a page loads, then that is said, and sign-in leads back', async () => {
    history.replaceState(null, '', '/orders?page=2');
    renderScreen(<Who />, {
      realm: 'customer',
      answers: { 'GET /user': { data: customer() }, 'GET /wallets': OVER, 'POST /auth/refresh': OVER },
    });
    await screen.findByText('signed-in');
    await assert.rejects(api('GET /wallets'));
    assert.ok(await screen.findByText('Authentication Error'));
    assert.equal(location.pathname + location.search, '/login?redirect=%2Forders%3Fpage%3D2');
  });

  it('given one that is over, when a file is asked for, then it is not the download that failed', async () => {
    history.replaceState(null, '', '/orders');
    renderScreen(<Who />, {
      realm: 'customer',
      answers: { 'GET /user': { data: customer() }, 'POST /auth/refresh': OVER },
    });
    globalThis.fetch = async () => OVER.clone();
    await downloadFile('GET /orders/:id/download-invoice', { params: { id: 'x' } }, 'x.pdf').catch((error: unknown) =>
      toastFailed('Download Failed', error, 'Failed to download invoice.'),
    );
    assert.ok(await screen.findByText('Authentication Error'));
    assert.ok(!screen.queryByText('Download Failed'));
  });

  it('given a sign-out, then the page that it happened on is remembered, and no error said', async () => {
    history.replaceState(null, '', '/orders/7');
    renderScreen(<Who />, {
      realm: 'customer',
      answers: { 'GET /user': { data: customer() }, 'POST /auth/sign-out': { message: 'Bye.' } },
    });
    await screen.findByText('signed-in');
    await signOut('customer');
    await waitFor(() => assert.ok(screen.getByText('signed-out /orders/7')));
  });

  it('given a sign-out, then no call is sent for a moment, unless somebody signs in', async () => {
    renderScreen(<Who />, {
      realm: 'customer',
      answers: { 'GET /user': { data: customer() }, 'POST /auth/sign-out': { message: 'Bye.' } },
    });
    await screen.findByText('signed-in');
    await signOut('customer');
    await assert.rejects(api('GET /user'), { name: 'AbortError' });
    startCustomerSession(SIGNED_IN);
    assert.equal((await api('GET /user')).data.id, customer().id);
  });

  it('given a server that fails, when a page loads, then nobody is signed out and it can be asked again', async () => {
    history.replaceState(null, '', '/orders');
    let isUp = false;
    const { user } = renderScreen(<Unreachable />, {
      realm: 'customer',
      answers: { 'POST /auth/refresh': () => (isUp ? SIGNED_IN : UNFORESEEN) },
    });
    const store = getDefaultStore();
    store.set(sessionAtoms.customer, { status: 'unknown' });
    localStorage.setItem(STORAGE_KEYS.customerSignedIn, '1');

    const restored = restoreSession('customer');

    await waitFor(() => assert.equal(store.get(unreachableAtom), true));
    assert.equal(store.get(sessionAtoms.customer).status, 'unknown');
    assert.equal(location.pathname, '/orders');
    assert.ok(screen.getByText('We cannot reach the store'));
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await restored;
    assert.equal(store.get(sessionAtoms.customer).status, 'signed-in');
    assert.equal(store.get(unreachableAtom), false);
  });

  it('given a browser that refuses storage, when a page loads, then the server is asked whether there is a session', async () => {
    renderScreen(<Who />, {
      realm: 'customer',
      answers: { 'GET /user': { data: customer() }, 'POST /auth/refresh': SIGNED_IN },
    });
    getDefaultStore().set(sessionAtoms.customer, { status: 'unknown' });
    const own = Object.getOwnPropertyDescriptor(window, 'localStorage');
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    try {
      await restoreSession('customer');
    } finally {
      if (own) Object.defineProperty(window, 'localStorage', own);
      else Reflect.deleteProperty(window, 'localStorage');
    }
    assert.equal(getDefaultStore().get(sessionAtoms.customer).status, 'signed-in');
  });
});
