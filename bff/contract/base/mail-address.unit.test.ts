import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emailField } from './form-fields.ts';

const takes = (text: unknown) => emailField().safeParse(text).success;

describe('an e-mail address of a form', () => {
  it('means one mailbox', () => {
    const long = `${'a'.repeat(64)}@example.com`;
    for (const address of [
      'ewa@example.com',
      'first.last+tag@sub.example.co.uk',
      "o'neil_-x@example.com",
      'ewa@xn--mller-kva.de',
      '  ewa@example.com ',
      long,
    ])
      assert.ok(takes(address), address);
  });

  it('is nothing that a mail program could read otherwise', () => {
    for (const address of [
      ...['', ' ', 'ewa', 'ewa@', '@example.com', 'ewa@example', 'ewa@@example.com', 'a@b@example.com'],
      ...[
        'Ewa <ewa@example.com>',
        '<ewa@example.com>',
        'ewa@example.com (Ewa)',
        '"ewa"@example.com',
        '"a b"@example.com',
      ],
      ...[
        'ewa@example.com,eve@evil.example',
        'eve@evil.example;ewa@example.com',
        'ewa,eve@example.com',
        'group:ewa@example.com;',
      ],
      ...[
        'ewa@example.com\nBcc: eve@evil.example',
        'ewa\r@example.com',
        'ewa\u0000@example.com',
        'e wa@example.com',
        'ewa\t@example.com',
      ],
      ...[
        '.ewa@example.com',
        'ewa.@example.com',
        'e..wa@example.com',
        'ewa@.example.com',
        'ewa@example..com',
        'ewa@example.com.',
      ],
      ...['ewa@-example.com', 'ewa@example-.com', 'ewa@[127.0.0.1]', 'ewa@127.0.0.1', 'ewa@example.1'],
      ...['ewа@example.com', 'ewa@exаmple.com', 'ewa@müller.de', 'ewa\u202e@example.com', 'ewa@example。com'],
      ...[`${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(130)}com`],
    ])
      assert.ok(!takes(address), JSON.stringify(address));
    for (const wrong of [null, 3, true, ['ewa@example.com'], {}]) assert.ok(!takes(wrong));
  });
});
