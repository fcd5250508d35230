import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { DEFAULT_GLYPH, GLYPHS } from '#bff/contract/base/glyphs.ts';
import type { Brand } from '#bff/contract/shop/brand.ts';
import { BrandForm } from '#bff/contract/shop/brand-form.ts';
import { ImageField, Picture } from '#web/admin/shop/shared/image-field.tsx';
import { BrandIcon } from '#web/shared/catalogue/brand-icon.tsx';
import { GiftCard } from '#web/shared/catalogue/gift-card.tsx';
import { ColorWell } from '#web/ui/form/controls/color-well.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { fields, note, select, text } from '#web/ui/form/fields.tsx';
import { useLoadBrand, useSaveBrand } from './brands-api.ts';

const DEFAULT_COLOR = '#4f46e5';
const Form = BrandForm.extend({ logo: Picture });

/** 'book-open' → 'Book open' */
const GLYPH_OPTIONS = GLYPHS.map((value) => ({
  value,
  label: `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll('-', ' ')}`,
}));

/** The card shows how the store will draw the brand. */
export function BrandDialog({ brand: opened, onClose }: { brand: Brand | null; onClose: () => void }) {
  const [brand, setBrand] = useState(opened);
  const save = useSaveBrand();
  const loadBrand = useLoadBrand();
  const latest = async () => {
    const now = await loadBrand(brand?.id ?? 0);
    if (now) setBrand(now);
    return now && valuesOf(now);
  };
  return (
    <DecisionDialog
      title={opened ? 'Edit Brand Logo' : 'Add New Brand Logo'}
      schema={Form}
      defaults={valuesOf(opened)}
      decide={({ logo, ...form }) => save.mutateAsync({ brand, form, logo })}
      failed={`Failed to ${opened ? 'update' : 'create'} brand logo`}
      latest={latest}
      onClose={onClose}
      confirm={{ label: opened ? 'Save changes' : 'Add brand', busyText: 'Saving...' }}
      fields={(form) => [
        text('title', 'Title', { placeholder: 'Steam', autofocus: true }),
        <ImageField
          form={form}
          name="logo"
          label="Logo"
          frameClass="size-16 rounded-lg"
          hint="Optional. JPEG, PNG, GIF or WebP, under 10 MB."
          shown={<BrandIcon {...lookOf(form)} logo={brand?.logoUrl ?? null} className="size-16! [&_svg]:size-8!" />}
        />,
        note('description', 'Description', { hint: 'Optional. One or two sentences.', rows: 2, optional: true }),
        text('website', 'Website', { hint: 'Optional.', inputMode: 'url', placeholder: 'example.com', optional: true }),
        <DrawnLook form={form} />,
      ]}
    />
  );
}

type Fields = UseFormReturn<z.input<typeof Form>, unknown, z.output<typeof Form>>;

function lookOf(form: Fields) {
  const typed = form.watch('color') ?? '';
  return {
    color: /^#[0-9a-fA-F]{6}$/.test(typed) ? typed : DEFAULT_COLOR,
    glyph: form.watch('glyph') ?? DEFAULT_GLYPH,
  };
}

function DrawnLook({ form }: { form: Fields }) {
  const look = lookOf(form);
  return (
    <div className="flex flex-wrap items-end gap-4">
      {fields(form, [
        text('color', 'Colour', {
          hint: 'Its cards are drawn in it.',
          className: 'grow basis-32',
          inputClass: 'font-mono',
          maxLength: 7,
          start: (
            <ColorWell color={look.color} onColor={(color) => form.setValue('color', color, { shouldDirty: true })} />
          ),
          optional: true,
        }),
        select('glyph', 'Glyph', GLYPH_OPTIONS, { hint: 'Its sign.', className: 'grow basis-32', optional: true }),
      ])}
      <div className="w-28 shrink-0">
        <GiftCard brand={form.watch('title') || 'Gift card'} {...look} plain />
      </div>
    </div>
  );
}

const valuesOf = (brand: Brand | null) => ({
  title: brand?.title ?? '',
  description: brand?.description ?? '',
  website: brand?.website ?? '',
  color: brand?.color ?? DEFAULT_COLOR,
  glyph: brand?.glyph ?? DEFAULT_GLYPH,
  logo: null,
});
