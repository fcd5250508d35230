/** A few words, and a sentence with its figures. Never personal data. */
export type Sentence = { readonly title: string; readonly summary: string };

export const say = (title: string, summary: string): Sentence => ({ title, summary });
