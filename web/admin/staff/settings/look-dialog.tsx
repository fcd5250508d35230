import { nearestAccent } from '#bff/contract/base/accent.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { LookForm } from '#bff/contract/office/settings/look.ts';
import { ColorWell } from '#web/ui/form/controls/color-well.tsx';
import { control, text } from '#web/ui/form/fields.tsx';
import { LogoField } from './logo-field.tsx';
import { DEFAULT_ACCENT, isColour, LookPreview, UnreadableAccent } from './look-preview.tsx';
import { sectionForm } from './section-form.tsx';

export const LookDialog = sectionForm('look', {
  title: (_settings, isSetup) => (isSetup ? 'Logo and colour' : 'Change the look'),
  description: 'It counts at once, on pages, mails and new papers. Papers that were issued keep theirs.',
  schema: LookForm.extend(settingsChange),
  valuesOf: ({ look: { value } }) => ({
    accent: value?.accent ?? '',
    logo: value?.logo?.id ?? null,
    logo_on_dark: value?.logo_on_dark?.id ?? null,
  }),
  failed: 'The look was not changed',
  fields: (form) => {
    const typed = (form.watch('accent') ?? '').trim();
    const accent = isColour(typed) ? typed.toLowerCase() : DEFAULT_ACCENT;
    const setAccent = (color: string) =>
      form.setValue('accent', color, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    return [
      text('accent', 'Accent colour', {
        optional: true,
        autofocus: true,
        hint: 'Of buttons and links. Without one, the product’s own.',
        inputClass: 'font-mono',
        maxLength: 7,
        placeholder: DEFAULT_ACCENT,
        start: <ColorWell color={accent} onColor={setAccent} />,
      }),
      <UnreadableAccent key="unreadable" accent={accent} onAccent={setAccent} />,
      control(
        'logo',
        'Logo',
        ({ value, onChange }) => <LogoField label="Logo" value={value ?? null} onChange={onChange} />,
        {
          optional: true,
          hint: 'JPEG, PNG, GIF or WebP, under 10 MB. Without one, the name stands in letters.',
        },
      ),
      control(
        'logo_on_dark',
        'Logo on dark pages',
        ({ value, onChange }) => (
          <LogoField label="Logo on dark pages" value={value ?? null} onChange={onChange} onDark />
        ),
        { optional: true, hint: 'Without one, the logo stands there, too.' },
      ),
      <LookPreview
        key="preview"
        accent={nearestAccent(accent)}
        logo={form.watch('logo') ?? null}
        logoOnDark={form.watch('logo_on_dark') ?? null}
      />,
    ];
  },
});
