import type { MailKind } from '#bff/kit/mails/cool-down.ts';
import { accessExamples } from './access-examples.ts';
import { businessExamples } from './business-examples.ts';
import type { Example, ExampleStore, ExamplesOf } from './example.ts';
import { officeExamples } from './office-examples.ts';

export type MailExample = Example & { readonly kind: MailKind; readonly name: string };

/** A kind of mail without an example does not compile. */
const examplesOf = (store: ExampleStore) =>
  ({
    ...accessExamples(store),
    ...businessExamples(store),
    ...officeExamples(store),
  }) satisfies ExamplesOf<MailKind>;

/** Every mail that the store sends, with example values, in the order of the tables. */
export const listExamples = (store: ExampleStore): MailExample[] =>
  Object.entries(examplesOf(store)).flatMap(([kind, mails]) =>
    Object.entries(mails).map(([name, example]: [string, Example]) => ({ ...example, kind: kind as MailKind, name })),
  );
