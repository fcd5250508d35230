import { DEMO_SELLER, demoAccount } from './settings.ts';

const { name, vatId, address, email, supportEmail, mailFrom } = DEMO_SELLER;

/** What names the demonstration's seller, and where it is paid: as it is printed, and without spaces. */
export const DEMO_MARKS = [
  ...[name, vatId, ...address, email, supportEmail, mailFrom],
  ...[demoAccount('EUR'), demoAccount('USD')].flatMap(({ number, bank, bic }) => [number, bank, bic]),
].flatMap((text) => (text === null ? [] : [...new Set([text, text.replaceAll(' ', '')])]));
