/** The address that waits for its verification, kept for this tab only: the resend button needs it before anyone is signed in. */
const KEY = 'giftledger.unverified-email';

export const rememberUnverified = (email: string): void => sessionStorage.setItem(KEY, email);
export const unverifiedEmail = (): string => sessionStorage.getItem(KEY) ?? '';
