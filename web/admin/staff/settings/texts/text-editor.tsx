import { useQueryClient } from '@tanstack/react-query';
import { TextForm } from '#bff/contract/office/settings/text-form.ts';
import type { AdminText } from '#bff/contract/office/texts.ts';
import { MAX_TEXT_CHARACTERS } from '#core/aggregates/settings/texts.ts';
import { useKeptValues } from '#web/lib/form/use-kept-values.ts';
import { showFieldErrors, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { fields, note, text } from '#web/ui/form/fields.tsx';
import { useStaleEdit } from '#web/ui/form/stale-edit.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { textQuery, useChangeText } from './text-api.ts';
import { TextPreview } from './text-preview.tsx';

/** What an owner has written; not the standard text, which is the program's. */
const ownOf = ({ shown, text: source }: AdminText): string => (shown?.is_written ? (source ?? '') : '');
const FORMAT =
  '# for a heading, an empty line between paragraphs, - or 1. for a list, **bold**, *italic*, [words](https://…) for a link.';

/** The text as it is written beside the text as it is shown. What was typed survives that the page is left. */
function TextEditor({ of }: { of: AdminText }) {
  const { name, standard, version } = of;
  const client = useQueryClient();
  const change = useChangeText();
  const form = useZodForm(TextForm, { text: ownOf(of), why: '', expect_version: version });
  const forget = useKeptValues(form, `text ${name}`);
  const stale = useStaleEdit(
    async () => (await client.fetchQuery({ ...textQuery(name), staleTime: 0 })).data,
    (latest) => form.reset({ text: ownOf(latest), why: '', expect_version: latest.version }, { keepDirtyValues: true }),
  );
  const submit = form.handleSubmit(async (body) => {
    try {
      const { data } = await change.mutateAsync({ params: { name }, body });
      forget();
      form.reset({ text: ownOf(data), why: '', expect_version: data.version });
    } catch (error) {
      if (!stale.catches(error) && !showFieldErrors(form, error)) toastError(error, 'The text was not saved');
    }
  });
  const typed = form.watch('text') ?? '';
  const { isDirty } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {stale.notice}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {fields(form, [
          note('text', 'Text', {
            optional: true,
            rows: 18,
            inputClass: 'max-h-[70vh] min-h-80 font-mono',
            spellCheck: true,
            aside: `${typed.length.toLocaleString('en')} of ${MAX_TEXT_CHARACTERS.toLocaleString('en')} characters`,
            hint: FORMAT,
          }),
        ])}
        <section aria-label="Preview" className="min-w-0 rounded-lg border bg-canvas px-5 py-4">
          <h3 className="mb-3 text-xs font-medium text-muted">Preview</h3>
          <TextPreview text={typed} empty={emptyMeans(of)} />
        </section>
      </div>
      {standard !== null && typed.trim() === '' && (
        <div>
          <Button size="sm" onClick={() => form.setValue('text', standard, { shouldDirty: true })}>
            Begin with the standard text
          </Button>
        </div>
      )}
      {fields(form, [text('why', 'Reason', { hint: 'For the history. No names of customers.' })])}
      <div className="flex flex-wrap justify-end gap-2 border-t pt-5">
        {isDirty && (
          <Button
            onClick={() => {
              forget();
              form.reset({ text: ownOf(of), why: '', expect_version: version });
            }}
          >
            Discard
          </Button>
        )}
        <SubmitButton form={form} busyText="Saving...">
          Save and show it
        </SubmitButton>
      </div>
    </form>
  );
}

const emptyMeans = ({ name, standard }: AdminText): string =>
  name === 'about'
    ? 'Nothing of your own: the store shows its page About Us.'
    : standard === null
      ? 'Nothing: the store has no such page.'
      : 'Nothing of your own: the store shows its standard text.';

export const EditorCard = ({ of }: { of: AdminText }) => (
  <Card title="Write it" description="It is shown at once, to everybody. Every owner gets a mail.">
    <TextEditor of={of} />
  </Card>
);
