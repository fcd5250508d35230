import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Access } from '#web/lib/navigation/screen.tsx';
import { type GuardUser, guard, type Verdict } from './guard.ts';

const approved: GuardUser = {
  email_verified_at: '2026-01-01T00:00:00Z',
  is_company_detail_complete: true,
  is_approval_requested: true,
  is_approved: true,
};
const show: Verdict = { kind: 'show' };
const to = (path: string): Verdict => ({ kind: 'redirect', to: path });
const at = (access: Access, user?: GuardUser, redirect: string | null = null) =>
  guard({ access, status: user ? 'signed-in' : 'signed-out', user, here: '/orders?page=2', redirect });

describe('who may see a screen of the store', () => {
  it('a visitor sees open and guest screens, and is sent to sign in from the rest, to come back', () => {
    assert.deepEqual(at('open'), show);
    assert.deepEqual(at('guest'), show);
    assert.deepEqual(at('unverified'), show);
    assert.deepEqual(at('member'), to('/login?redirect=%2Forders%3Fpage%3D2'));
    assert.deepEqual(at('waiting'), to('/login?redirect=%2Forders%3Fpage%3D2'));
  });

  it('who signed out on a page is not led back to it', () => {
    const input = { status: 'signed-out', user: undefined, redirect: null } as const;
    assert.deepEqual(guard({ ...input, access: 'member', here: null }), to('/login'));
  });

  it('nothing but an open screen shows before it is known who is there', () => {
    const input = { user: undefined, here: '/', redirect: null };
    assert.deepEqual(guard({ ...input, access: 'member', status: 'unknown' }), { kind: 'wait' });
    assert.deepEqual(guard({ ...input, access: 'member', status: 'signed-in' }), { kind: 'wait' });
    assert.deepEqual(guard({ ...input, access: 'open', status: 'unknown' }), show);
  });

  it('an unverified customer is led to the verification page', () => {
    const user = { ...approved, email_verified_at: null, is_approved: false };
    assert.deepEqual(at('member', user), to('/verify-your-email'));
    assert.deepEqual(at('guest', user), to('/verify-your-email'));
    assert.deepEqual(at('unverified', user), show);
    assert.deepEqual(at('open', user), show);
  });

  it('a customer without company details, or without documents, is led to the company settings', () => {
    for (const missing of [{ is_company_detail_complete: false }, { is_approval_requested: false }]) {
      const user = { ...approved, is_approved: false, ...missing };
      assert.deepEqual(at('member', user), to('/settings/company'));
      assert.deepEqual(at('waiting', user), to('/settings/company'));
      assert.deepEqual(at('onboarding', user), show);
    }
  });

  it('a customer who waits for approval sees that page and the company settings only', () => {
    const user = { ...approved, is_approved: false };
    assert.deepEqual(at('member', user), to('/approval-waiting'));
    assert.deepEqual(at('waiting', user), show);
    assert.deepEqual(at('onboarding', user), show);
  });

  it('an approved customer is sent on from sign-in, to a page of this site only', () => {
    assert.deepEqual(at('guest', approved), to('/'));
    assert.deepEqual(at('guest', approved, '/orders/7?x=1'), to('/orders/7?x=1'));
    assert.deepEqual(at('guest', approved, 'https://evil.example/'), to('/'));
    assert.deepEqual(at('guest', approved, '//evil.example'), to('/'));
    assert.deepEqual(at('guest', approved, '/\\evil.example'), to('/'));
    assert.deepEqual(at('guest', approved, '/..//evil.example'), to('/'), 'dots are resolved before it is judged');
    assert.deepEqual(at('guest', approved, '/a/.././/evil.example'), to('/'));
    assert.deepEqual(at('guest', approved, '/login?redirect=/login'), to('/'), 'the sign-in would lead here again');
    assert.deepEqual(at('guest', approved, '/faq#returns'), to('/faq#returns'));
    assert.deepEqual(at('unverified', approved), to('/'));
    assert.deepEqual(at('waiting', approved), to('/'));
    assert.deepEqual(at('member', approved), show);
    assert.deepEqual(at('onboarding', approved), show);
  });
});
