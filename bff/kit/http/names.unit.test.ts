import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RegisterForm } from '#bff/contract/identity/auth-forms.ts';
import { CompanyDetailForm } from '#bff/contract/people/company-form.ts';
import { COMPANY } from '#infra/proof/api/company.ts';
import { composeTexts } from './refuse-unstorable.ts';

const SIGN_UP = {
  name: 'X',
  email: 'x@company.example',
  password: 'correct horse battery',
  password_confirmation: 'correct horse battery',
};

describe('names', () => {
  for (const name of [
    '\u200b',
    '\u200b\u200b',
    '\u2800',
    '\u3164',
    '\u00ad',
    '\u202e',
    'x\u202eevil',
    '\u2066x\u2069',
    '🎁',
    '—',
  ]) {
    it(`that show nothing or turn the text around them are refused: ${JSON.stringify(name)}`, () => {
      assert.deepEqual(
        RegisterForm.safeParse({ ...SIGN_UP, name }).error?.issues.map(({ path }) => path),
        [['name']],
      );
      for (const field of ['company_name', 'contact_person']) {
        const { error } = CompanyDetailForm.safeParse({ ...COMPANY, [field]: name });
        assert.deepEqual(
          error?.issues.map(({ path }) => path),
          [[field]],
        );
      }
    });
  }

  for (const name of ['X', '李', "O'Brien", 'Müller 株式会社', 'Zoë', 'علی‌رضا', '7-Eleven', '🎁 Gifts Ltd']) {
    it(`of any script are taken: ${name}`, () => {
      assert.equal(RegisterForm.parse({ ...SIGN_UP, name }).name, name);
    });
  }

  it('are composed at the door, however deep, and passwords are left as they were typed', () => {
    const decomposed = 'Zoë'.normalize('NFD');
    const body = {
      name: decomposed,
      list: [decomposed, { deep: decomposed }],
      password: decomposed,
      new_password: decomposed,
    };
    composeTexts(body);
    assert.deepEqual(body, {
      name: 'Zo\u00eb',
      list: ['Zo\u00eb', { deep: 'Zo\u00eb' }],
      password: decomposed,
      new_password: decomposed,
    });
  });
});
