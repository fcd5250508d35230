import { useQueryClient } from '@tanstack/react-query';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { snake } from '#bff/contract/office/settings/numbers.ts';
import type { NumberRows } from '#core/aggregates/settings/limits.ts';
import type { SchemaSource } from '#web/lib/form/use-zod-form.ts';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { type FieldList, type FormField, text } from '#web/ui/form/fields.tsx';
import type { RuleSection } from './rules-card.tsx';
import { settingsQuery } from './settings-api.ts';

type Props<Input extends FieldValues, Output> = {
  section: RuleSection;
  title: string;
  description: string;
  schema: SchemaSource<Input, Output>;
  /** Of the section as it is. */
  defaults: DefaultValues<Input>;
  decide: (body: Output) => Promise<unknown>;
  onClose: () => void;
  fields: (form: UseFormReturn<Input, unknown, Output>) => FieldList<Input>;
};

/** The form of a section. What somebody else saved meanwhile is loaded, and what was typed is kept. */
export function RulesDialog<Input extends FieldValues, Output>({ section, defaults, ...props }: Props<Input, Output>) {
  const client = useQueryClient();
  return (
    <DecisionDialog
      {...props}
      size="lg"
      defaults={defaults}
      latest={async () => {
        const { data } = await client.fetchQuery({ ...settingsQuery(), staleTime: 0 });
        const { value, version } = data[section];
        return { ...value, expect_version: version } as unknown as DefaultValues<Input>;
      }}
      asksToDiscard
      failed="The settings were not changed"
      confirm={{ label: 'Save', busyText: 'Saving...' }}
    />
  );
}

/** A field for each number of a table. */
export const numberInputs = <Name extends string>(rows: NumberRows): FormField<Name>[] =>
  Object.entries(rows).map(([name, { label, unit, what }]) =>
    text(snake(name) as Name, `${label} (${unit})`, { hint: what, inputMode: 'numeric', autoComplete: 'off' }),
  );

export const REASON = text('why', 'Reason', { hint: 'For the history. No names of customers.' });
