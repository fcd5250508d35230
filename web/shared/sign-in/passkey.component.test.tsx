import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Answer } from '#web/lib/call/api-types.ts';
import { makePasskey, signWithPasskey } from './passkey.ts';

/** As a browser answers for an address that the passkeys do not belong to: none at 127.0.0.1 for `localhost`. */
const refuse = () =>
  Promise.reject(new DOMException('The relying party ID is not a registrable domain.', 'SecurityError'));

describe('a passkey at another address than its own', () => {
  const { navigator } = globalThis;
  before(() => {
    Object.defineProperties(globalThis, {
      PublicKeyCredential: { value: class {}, configurable: true },
      navigator: { value: { credentials: { get: refuse, create: refuse } }, configurable: true },
    });
  });
  after(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  });
  const elsewhere = {
    code: 'passkey_elsewhere',
    message: /Passkeys work at shop\.example only, and this is localhost\. Please open the store there/,
  };

  it('is refused with the address where it works, when somebody signs in', async () => {
    const data = { challenge: 'AAAA', rpId: 'shop.example', allowCredentials: [] };
    await assert.rejects(signWithPasskey({ data } as unknown as Answer<'POST /auth/passkeys/challenge'>), elsewhere);
  });

  it('is refused with the address where it works, when it is made', async () => {
    const data = {
      challenge: 'AAAA',
      rp: { id: 'shop.example', name: 'Shop' },
      pubKeyCredParams: [],
      user: { id: 'AAAA', name: 'ada@example.com', displayName: 'Ada' },
    };
    await assert.rejects(makePasskey({ data } as unknown as Answer<'POST /auth/passkeys/setup'>), elsewhere);
  });
});
