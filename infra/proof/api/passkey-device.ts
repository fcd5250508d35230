import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { cose, isoCBOR } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';
import type { NewPasskey, PasskeyChallenge, PasskeyProof, PasskeySetup } from '#bff/contract/identity/passkey.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

/** Wrong behaviour of a device. */
type Behaviour = {
  readonly origin?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly userHandle?: string | undefined;
};

/** A device with one passkey: the browser's and the hardware's side of WebAuthn. `counter` counts its uses. */
export function createPasskeyDevice(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const device = { counter: 0, userHandle: '' };

  function authenticatorData(rpId: string, { isVerified = true }: Behaviour, credential = Buffer.alloc(0)): Buffer {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0);
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(device.counter, 1);
    return Buffer.concat([sha256(rpId), rest, credential]);
  }
  const clientData = (type: string, challenge: string, as: Behaviour) =>
    JSON.stringify({ type, challenge: as.challenge ?? challenge, origin: as.origin ?? origin, crossOrigin: false });
  const id = base64url(credentialId);
  const frame = { id, rawId: id, type: 'public-key' } as const;

  return Object.assign(device, {
    id,
    make({ data }: z.infer<typeof PasskeySetup>, as: Behaviour = {}): NewPasskey {
      device.userHandle = data.user.id;
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
          [cose.COSEKEYS.alg, cose.COSEALG.ES256],
          [cose.COSEKEYS.crv, cose.COSECRV.P256],
          [cose.COSEKEYS.x, new Uint8Array(Buffer.from(x, 'base64url'))],
          [cose.COSEKEYS.y, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(credentialId.length);
      const model = Buffer.alloc(16);
      const authData = authenticatorData(data.rp.id ?? '', as, Buffer.concat([model, idLength, credentialId, key]));
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...frame,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', data.challenge, as)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      };
    },
    use({ data }: z.infer<typeof PasskeyChallenge>, as: Behaviour = {}): PasskeyProof {
      const client = clientData('webauthn.get', data.challenge, as);
      const authData = authenticatorData(data.rpId ?? '', as);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return {
        ...frame,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: 'userHandle' in as ? as.userHandle : device.userHandle,
        },
      };
    },
  });
}
