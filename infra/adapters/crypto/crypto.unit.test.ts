import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { SealError } from '#bff/kit/ports/crypto.ts';
import { hashPassword, MAX_PASSWORD_BYTES, needsRehash, verifyAgainstNobody, verifyPassword } from './passwords.ts';
import { open, seal, sealPacked } from './seal.ts';
import { deriveToken, hashToken, randomToken } from './tokens.ts';

const first = { id: 1, key: randomBytes(32) };
const second = { id: 2, key: randomBytes(32) };
const ring = { current: first, retired: [] };

describe('seal and open', () => {
  it('give back what was sealed', () => {
    for (const text of ['', 'AB12-CD34', 'Zażółć gęślą jaźń']) {
      assert.equal(open(ring, seal(ring, text, 'gift-code:1'), 'gift-code:1').toString(), text);
    }
  });

  it('never seal to the same bytes twice', () => {
    assert.notDeepEqual(seal(ring, 'x', 'c'), seal(ring, 'x', 'c'));
  });

  it('refuse another context, another key and every altered byte', () => {
    const sealed = seal(ring, 'AB12', 'gift-code:1');
    assert.throws(() => open(ring, sealed, 'gift-code:2'), SealError);
    assert.throws(() => open({ current: { ...second, id: 1 }, retired: [] }, sealed, 'gift-code:1'), SealError);
    for (let index = 0; index < sealed.length; index += 1) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
      assert.throws(() => open(ring, altered, 'gift-code:1'), SealError, `byte ${index}`);
    }
    assert.throws(() => open(ring, sealed.subarray(0, 20), 'gift-code:1'), SealError);
  });

  it('pack a long text, which opens as it was and in no other form', () => {
    const text = '<p>Your codes are ready, Zoë.</p>'.repeat(100);
    const packed = sealPacked(ring, text, 'job-payload:1');
    assert.ok(packed.length < seal(ring, text, 'job-payload:1').length / 3);
    assert.equal(open(ring, packed, 'job-payload:1').toString(), text);
    assert.throws(() => open(ring, packed, 'job-payload:2'), SealError);
    for (const sealed of [packed, seal(ring, text, 'job-payload:1')]) {
      const other = Buffer.from(sealed);
      other.writeUInt8(other.readUInt8(0) ^ 3, 0);
      assert.throws(() => open(ring, other, 'job-payload:1'), SealError);
    }
  });

  it('open under a retired key what it sealed, and seal under the new one', () => {
    const sealed = seal(ring, 'AB12', 'c');
    const rotated = { current: second, retired: [first] };
    assert.equal(open(rotated, sealed, 'c').toString(), 'AB12');
    assert.equal(seal(rotated, 'AB12', 'c')[1], second.id);
    assert.throws(() => open({ current: second, retired: [] }, sealed, 'c'), /key 1, which is not configured/);
  });
});

describe('passwords', () => {
  it('are recognised, and no other is', async () => {
    const hash = await hashPassword('correct horse');
    assert.match(hash, /^\$argon2id\$v=19\$/);
    assert.equal(await verifyPassword('correct horse', hash), true);
    assert.equal(await verifyPassword('correct horsf', hash), false);
    assert.equal(await verifyPassword('correct horse', 'not a hash'), false);
    assert.notEqual(await hashPassword('correct horse'), hash);
  });

  it('are the same however a device writes their letters, and hashes of a text as it was typed still open', async () => {
    const [composed, decomposed] = ['Ångström-é'.normalize('NFC'), 'Ångström-é'.normalize('NFD')];
    assert.notEqual(composed, decomposed);
    assert.equal(await verifyPassword(decomposed, await hashPassword(composed)), true);
    assert.equal(await verifyPassword(composed, await hashPassword(decomposed)), true);
    // Of 'A' and a combining ring, hashed before passwords had one form.
    const old = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$GZxB1DWBw+w29O7gMs8muhHyMDDuUiXRB52blPMXrN8';
    assert.equal(await verifyPassword('A\u030Angstrom', old), true);
  });

  it('know a hash of another cost', async () => {
    assert.equal(needsRehash(await hashPassword('x')), false);
    assert.equal(needsRehash('$argon2id$v=19$m=4096,t=1,p=1$c2FsdA$aGFzaA'), true);
  });

  it('have a bounded length', async () => {
    await assert.rejects(hashPassword('x'.repeat(MAX_PASSWORD_BYTES + 1)), RangeError);
  });

  it('are checked for accounts that do not exist, too', async () => {
    assert.equal(await verifyAgainstNobody('x'), false);
  });
});

describe('tokens', () => {
  it('are random and stored as a hash', () => {
    const token = randomToken('gl_');
    assert.match(token, /^gl_[A-Za-z0-9_-]{43}$/);
    assert.notEqual(randomToken(), randomToken());
    assert.equal(hashToken(token).length, 32);
    assert.deepEqual(hashToken(token), hashToken(token));
    assert.notDeepEqual(hashToken(token), hashToken(`${token}x`));
  });

  it('have one successor for a nonce, which a hash of the token does not give away', () => {
    const [token, nonce] = [randomToken(), randomBytes(16)];
    assert.equal(deriveToken(token, nonce), deriveToken(token, nonce));
    assert.match(deriveToken(token, nonce), /^[A-Za-z0-9_-]{43}$/);
    assert.notEqual(deriveToken(token, randomBytes(16)), deriveToken(token, nonce));
    assert.notEqual(deriveToken(hashToken(token).toString('base64url'), nonce), deriveToken(token, nonce));
  });
});
