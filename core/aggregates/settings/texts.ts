/**
 * The texts that the seller writes, each a section of the settings. The store has a standard text for some of them; the others are shown
 * once they are written.
 */
export const TEXTS = {
  terms: { title: 'Terms of Service', hasStandard: true },
  privacy: { title: 'Privacy Policy', hasStandard: true },
  imprint: { title: 'Imprint', hasStandard: false },
  refunds: { title: 'Refund Policy', hasStandard: false },
  cookies: { title: 'Cookie Policy', hasStandard: true },
  compliance: { title: 'Compliance', hasStandard: true },
  about: { title: 'About Us', hasStandard: true },
  faq: { title: 'FAQ', hasStandard: true },
} as const satisfies Readonly<Record<string, { title: string; hasStandard: boolean }>>;

export type TextName = keyof typeof TEXTS;
export const TEXT_NAMES = Object.keys(TEXTS) as [TextName, ...TextName[]];
export const isText = (section: string): section is TextName => Object.hasOwn(TEXTS, section);

/** Those that a new customer accepts at sign-up, where the seller wrote them. */
export const ACCEPTED_TEXTS = ['terms', 'privacy'] as const satisfies readonly TextName[];

/** Characters of a text. An event has the text before and after, which stays far below the megabyte that an event store takes. */
export const MAX_TEXT_CHARACTERS = 40_000;
