import type { CurrentUser } from '#bff/contract/identity/current-user.ts';
import { safeRedirect } from '#web/lib/call/realm.ts';
import type { Access } from '#web/lib/navigation/screen.tsx';

export type GuardUser = Pick<
  CurrentUser,
  'email_verified_at' | 'is_company_detail_complete' | 'is_approval_requested' | 'is_approved'
>;

export type GuardInput = {
  access: Access;
  status: 'unknown' | 'signed-out' | 'signed-in';
  user: GuardUser | undefined;
  /** Path and query, to return to after sign-in; null where the person signed out themselves. */
  here: string | null;
  redirect: string | null;
};

export type Verdict = { kind: 'show' } | { kind: 'wait' } | { kind: 'redirect'; to: string };

const SHOW: Verdict = { kind: 'show' };

/**
 * Who may see a screen. `open`: anyone. `guest`: sign-in and similar pages, which redirect signed-in customers. `unverified`: the page that
 * waits for the e-mail to be confirmed. `onboarding`: the company details. `waiting`: the wait for approval. `member`: signed in,
 * confirmed, complete and approved; everyone else is redirected to the missing step.
 */
export function guard({ access, status, user, here, redirect }: GuardInput): Verdict {
  if (access === 'open') return SHOW;
  if (status === 'unknown') return { kind: 'wait' };
  if (status === 'signed-out') {
    const isPublic = access === 'guest' || access === 'unverified';
    if (isPublic) return SHOW;
    return { kind: 'redirect', to: here === null ? '/login' : `/login?redirect=${encodeURIComponent(here)}` };
  }
  if (!user) return { kind: 'wait' };
  const step = missingStep(user);
  if (step) return access === step.access || step.alsoAllows === access ? SHOW : { kind: 'redirect', to: step.path };
  if (access === 'guest') return { kind: 'redirect', to: afterSignIn(redirect) };
  if (access === 'unverified' || access === 'waiting') return { kind: 'redirect', to: '/' };
  return SHOW;
}

/** Never back to the sign-in, which would lead here again. */
function afterSignIn(redirect: string | null): string {
  const target = safeRedirect(redirect, '/');
  return /^\/(login|register)([/?#]|$)/.test(target) ? '/' : target;
}

type Step = { access: Access; path: string; alsoAllows?: Access };

function missingStep(user: GuardUser): Step | undefined {
  if (user.email_verified_at === null) return { access: 'unverified', path: '/verify-your-email' };
  if (user.is_approved)
    return user.is_company_detail_complete ? undefined : { access: 'onboarding', path: '/settings/company' };
  if (!user.is_company_detail_complete || !user.is_approval_requested) {
    return { access: 'onboarding', path: '/settings/company' };
  }
  // Details and documents may still be corrected during the review.
  return { access: 'waiting', path: '/approval-waiting', alsoAllows: 'onboarding' };
}
