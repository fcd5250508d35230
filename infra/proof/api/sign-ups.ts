import assert from 'node:assert/strict';
import { SignedIn } from '#bff/contract/identity/auth.ts';
import { assertStatus, type TestApp } from './test-app.ts';

export const PASSWORD = 'correct horse battery';

/** People who register through the screens: sign-up, the link of a mail, sign-in. Unlike createCustomer's, they have a password. */
export function createSignUps(test: TestApp) {
  let people = 0;
  const post = (url: string, payload: object = {}, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'POST', url, payload, headers });
  const newEmail = () => {
    people += 1;
    return `person${people}@example.com`;
  };
  const signUp = (email: string, name = 'Zoë Müller') =>
    post('/api/auth/sign-up', { name, email, password: PASSWORD, password_confirmation: PASSWORD });
  const mailsTo = (email: string) => test.mails.filter((mail) => mail.to === email);
  const linkIn = (text: string): string => /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  const lastLinkTo = (email: string) => linkIn(mailsTo(email).at(-1)?.text ?? '');
  const signIn = (email: string, password = PASSWORD, remember = false) =>
    post('/api/auth/sign-in', { email, password, remember });

  /** The body that the screen behind a verification link sends. */
  function verifyBodyOf(link: string) {
    const [, user_id, hash] = /\/verify-email\/([^/]+)\/([^/]+)$/.exec(link) ?? [];
    return { user_id, hash };
  }
  async function register(): Promise<{ email: string; customerId: string }> {
    const email = newEmail();
    assertStatus(await signUp(email), 201);
    const body = verifyBodyOf(lastLinkTo(email));
    assertStatus(await post('/api/auth/verify-email', body), 200);
    return { email, customerId: body.user_id ?? '' };
  }
  async function signedIn(email: string, remember = false) {
    const answer = await signIn(email, PASSWORD, remember);
    assertStatus(answer, 200);
    const cookie = answer.cookies.find(({ name }) => name === 'giftledger_refresh');
    assert.ok(cookie, 'a refresh cookie');
    const body = SignedIn.parse(answer.json());
    return { ...body, cookie, headers: { authorization: `Bearer ${body.access_token}` } };
  }
  return { post, newEmail, signUp, mailsTo, lastLinkTo, verifyBodyOf, register, signIn, signedIn };
}
