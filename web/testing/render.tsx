import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { getDefaultStore, Provider } from 'jotai';
import type { ReactElement } from 'react';
import { toast } from 'sonner';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { connect } from '#web/app/connect.ts';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import type { Realm } from '#web/lib/call/realm.ts';
import { forgetKeptValues } from '#web/lib/form/use-kept-values.ts';
import { type Answers, fakeNetwork } from './network.ts';
import { allowanceOf, sessionAs } from './samples.ts';

const ACCESS_TOKEN = 'token-of-the-test';

// A busy machine needs time. A wait still ends as soon as its condition holds.
configure({ asyncUtilTimeout: 60_000 });

connect();

let network: ReturnType<typeof fakeNetwork> | undefined;
afterEach(async () => {
  cleanup();
  // A toast of one test must not delay the next test's, and the next in its queue follows it.
  do {
    toast.dismiss();
    await delay(20);
  } while (document.querySelector('[data-sonner-toast]') !== null);
  queryClient.clear();
  forgetKeptValues();
  assert.deepEqual(network?.unexpected ?? [], [], 'calls that the test has no answer for');
  network = undefined;
});

/** `roles`: the administrator's roles; an owner's where they are left out. */
type RenderOptions = { realm: Realm; answers: Answers; roles?: readonly Role[] };

/** Renders a piece of the store or back office for somebody who is signed in; `answers` are the server's answers. */
export function renderScreen(screen: ReactElement, options: RenderOptions) {
  const { realm, roles = ['owner'] } = options;
  const plenty = allowanceOf(10_000_000n);
  network = fakeNetwork({
    'GET /admin/approvals/allowance': plenty,
    'GET /seller': { data: null },
    ...options.answers,
  });
  if (!('GET /seller' in options.answers)) queryClient.setQueryData(queryKey('GET /seller'), { data: null });
  if (realm === 'admin') {
    queryClient.setQueryData(queryKey('GET /admin/session'), sessionAs(...roles));
    queryClient.setQueryData(queryKey('GET /admin/approvals/allowance'), plenty);
  }
  getDefaultStore().set(sessionAtoms[options.realm], { status: 'signed-in', accessToken: ACCESS_TOKEN });
  render(
    <Provider store={getDefaultStore()}>
      <QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>
    </Provider>,
  );
  return { user: userEvent.setup(), ...network };
}

/** Presses a button three times, the second time while the first press may still be at work. */
export async function pressRepeatedly(user: ReturnType<typeof userEvent.setup>, button: HTMLElement): Promise<void> {
  await user.dblClick(button);
  await user.click(button);
}

export const textIn = (field: HTMLElement): string => (field as HTMLInputElement).value;
