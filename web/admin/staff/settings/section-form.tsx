import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { snake } from '#bff/contract/office/settings/numbers.ts';
import type { NumberRows } from '#core/aggregates/settings/limits.ts';
import type { BodyOf, Variables } from '#web/lib/call/api-types.ts';
import type { SchemaSource } from '#web/lib/form/use-zod-form.ts';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { type FieldList, type FormField, text } from '#web/ui/form/fields.tsx';
import { type SavedSection, settingsQuery, useSaveSection } from './settings-api.ts';

/** What a form says; another thing at the setup, perhaps. */
export type Said = string | ((settings: AdminSettings, isSetup: boolean) => string);
export type FormOf<Section extends SavedSection, Input extends FieldValues> = {
  title: Said;
  description: Said;
  /** Of the section, with the reason and the version. */
  schema: SchemaSource<Input, BodyOf<`PUT /admin/settings/${Section}`>>;
  /** The section as its fields hold it, where that is not its value. */
  valuesOf?: (settings: AdminSettings) => object;
  failed?: string;
  /** Without the reason. */
  fields: (
    form: UseFormReturn<Input, unknown, BodyOf<`PUT /admin/settings/${Section}`>>,
    settings: AdminSettings,
    isSetup: boolean,
  ) => FieldList<Input>;
};
/** `why`: given at the setup, where there is no reason to ask for. */
export type SectionForm = ComponentType<{ settings: AdminSettings; why?: string; onClose: () => void }>;

/** The form of a section. What somebody else saved meanwhile is loaded, and what was typed is kept. */
export const sectionForm =
  <Section extends SavedSection, Input extends FieldValues>(
    section: Section,
    { title, description, schema, valuesOf, failed = 'The settings were not changed', fields }: FormOf<Section, Input>,
  ): SectionForm =>
  ({ settings, why, onClose }) => {
    const save = useSaveSection(section);
    const client = useQueryClient();
    const say = (said: Said) => (typeof said === 'string' ? said : said(settings, why !== undefined));
    const latestOf = (all: AdminSettings) =>
      ({ ...(valuesOf?.(all) ?? all[section].value), expect_version: all[section].version }) as object;
    return (
      <DecisionDialog
        title={say(title)}
        description={say(description)}
        size="lg"
        schema={schema}
        defaults={{ ...latestOf(settings), why: why ?? '' } as unknown as DefaultValues<Input>}
        latest={async () => {
          const { data } = await client.fetchQuery({ ...settingsQuery(), staleTime: 0 });
          return latestOf(data) as DefaultValues<Input>;
        }}
        asksToDiscard
        decide={(body) => save.mutateAsync({ body } as Variables<`PUT /admin/settings/${Section}`>)}
        failed={failed}
        confirm={{ label: 'Save', busyText: 'Saving...' }}
        onClose={onClose}
        fields={(form) => [
          ...fields(form, settings, why !== undefined),
          why === undefined && (reason() as FormField<never>),
        ]}
      />
    );
  };

/** Why something is changed, which stays in the history. */
export const reason = (more: { autofocus?: boolean } = {}) =>
  text('why', 'Reason', { hint: 'For the history. No names of customers.', ...more });

/** A field for each number of a table. */
export const numberInputs = <Rows extends NumberRows>(rows: Rows) =>
  Object.entries(rows).map(([name, { label, unit, what }]) =>
    text(snake(name as keyof Rows & string), `${label} (${unit})`, {
      hint: what,
      inputMode: 'numeric',
      autoComplete: 'off',
    }),
  );
