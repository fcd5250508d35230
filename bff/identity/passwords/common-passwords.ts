import type { Account } from '#bff/identity/accounts/accounts.ts';
import { invalidField } from '#bff/kit/lib/api-error.ts';

/** Words that anybody would try here. */
const PRODUCT_WORDS = ['giftledger', 'giftcard', 'gift card', 'voucher'];
/** Characters that a password must have besides known words. */
const MIN_OWN_CHARACTERS = 6;
const MIN_WORD_LENGTH = 4;

const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** About 49,000 passwords that leaked most often, loaded when a password is first chosen. */
let loading: Promise<ReadonlySet<string>> | undefined;
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(letters)),
  );
  return loading;
}

/**
 * Refuses a password that is among the first guesses: a common one, also with digits or signs around it, or one that is little more than
 * the person's name, address or our own words.
 * @throws ApiError 422 at `password`
 */
export async function requireUncommonPassword(
  password: string,
  person: Pick<Account, 'email' | 'name'>,
): Promise<void> {
  const plain = letters(password);
  const common = await commonPasswords();
  const core = plain.replaceAll(/^\p{N}+|\p{N}+$/gu, '');
  if (common.has(plain) || (common.has(core) && plain.length - core.length <= MIN_WORD_LENGTH)) {
    throw invalidField('password', 'This password is one of the first that are guessed. Please choose another one.');
  }
  const words = [...person.email.split(/[@.]/), ...person.name.split(/\s+/), ...PRODUCT_WORDS].map(letters);
  const own = words
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .reduce((rest, word) => rest.replaceAll(word, ''), plain);
  if (own !== plain && own.length < MIN_OWN_CHARACTERS) {
    throw invalidField(
      'password',
      'This password is mostly your name, your address or ours. Please choose another one.',
    );
  }
}
