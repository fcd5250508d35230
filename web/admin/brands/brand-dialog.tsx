import { useState } from 'react';
import { BrandForm } from '#bff/contract/admin-forms.ts';
import type { Brand } from '#bff/contract/brand.ts';
import { DEFAULT_GLYPH, GLYPHS } from '#bff/contract/glyphs.ts';
import { fieldError } from '#web/lib/api-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { BrandIcon } from '#web/ui/brand-icon.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { GiftCard } from '#web/ui/gift-card.tsx';
import { Select } from '#web/ui/select.tsx';
import { useStaleEdit } from '#web/ui/stale-edit.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';
import { ImageField } from '../shared/image-field.tsx';
import { brandFailure, useChangeBrand, useLoadBrand } from './brands-api.ts';
import { websiteHref } from './merge-brands.ts';

const DEFAULT_COLOR = '#4f46e5';
const WEBSITE_MESSAGE = 'Please enter a web address, such as example.com';

/** 'book-open' → 'Book open' */
const GLYPH_OPTIONS = GLYPHS.map((value) => ({
  value,
  label: `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll('-', ' ')}`,
}));

/** A website is optional, but one that is given must be one that can be followed. */
const Form = BrandForm.refine((form) => form.website === null || websiteHref(form.website) !== null, {
  path: ['website'],
  message: WEBSITE_MESSAGE,
});

/** Adds a brand or changes one; its card shows how the store will draw it. */
export function BrandDialog({ brand: opened, onClose }: { brand: Brand | null; onClose: () => void }) {
  const [brand, setBrand] = useState(opened);
  const [logo, setLogo] = useState<File | null>(null);
  const [logoError, setLogoError] = useState<string>();
  const change = useChangeBrand();
  const form = useZodForm(Form, formValues(brand));
  const { errors, isSubmitting } = form.formState;
  const loadBrand = useLoadBrand();
  const stale = useStaleEdit(
    () => loadBrand(brand?.id ?? 0),
    (latest) => {
      setBrand(latest);
      form.reset(formValues(latest), { keepDirtyValues: true });
    },
  );
  const title = form.watch('title');
  const glyph = form.watch('glyph') ?? DEFAULT_GLYPH;
  const typedColor = form.watch('color') ?? '';
  const color = /^#[0-9a-fA-F]{6}$/.test(typedColor) ? typedColor : DEFAULT_COLOR;
  const submit = form.handleSubmit(async (values) => {
    setLogoError(undefined);
    try {
      const answer = await change.mutateAsync({ kind: 'save', brand, form: values, logo });
      toast.success(answer.message);
      onClose();
    } catch (error) {
      if (stale.catches(error)) return;
      const wrongLogo = fieldError(error, 'logo');
      if (wrongLogo) return setLogoError(wrongLogo);
      if (showFieldErrors(form, error)) return;
      toast.error('Error', brandFailure(error, `Failed to ${brand ? 'update' : 'create'} brand logo`));
    }
  });
  return (
    <Dialog
      open
      onClose={isSubmitting ? () => undefined : onClose}
      title={brand ? 'Edit Brand Logo' : 'Add New Brand Logo'}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isSubmitting} busyText="Saving...">
            {brand ? 'Save changes' : 'Add brand'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {stale.notice}
        <Field label="Title" error={errors.title?.message} required>
          <TextInput placeholder="Steam" data-autofocus {...form.register('title')} />
        </Field>
        <ImageField
          label="Logo"
          frameClass="size-16 rounded-lg"
          file={logo}
          onFile={setLogo}
          error={logoError}
          hint="Optional. JPEG, PNG, GIF or WebP, under 10 MB."
          shown={
            <BrandIcon color={color} glyph={glyph} logo={brand?.logoUrl ?? null} className="size-16! [&_svg]:size-8!" />
          }
        />
        <Field label="Description" error={errors.description?.message} hint="Optional. One or two sentences.">
          <Textarea rows={2} className="min-h-16" {...form.register('description')} />
        </Field>
        <Field label="Website" error={errors.website?.message} hint="Optional.">
          <TextInput inputMode="url" placeholder="example.com" {...form.register('website')} />
        </Field>
        <div className="flex items-end gap-4">
          <Field label="Colour" error={errors.color?.message} hint="Its cards are drawn in it." className="grow">
            <TextInput
              className="font-mono"
              maxLength={7}
              {...form.register('color')}
              start={
                <input
                  type="color"
                  aria-label="Pick a colour"
                  value={color}
                  onChange={(event) => form.setValue('color', event.target.value, { shouldDirty: true })}
                  className="pointer-events-auto size-5 cursor-pointer appearance-none rounded-sm border-0 bg-transparent p-0 [&::-webkit-color-swatch]:rounded-sm [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
                />
              }
            />
          </Field>
          <Field label="Glyph" error={errors.glyph?.message} hint="Its sign." className="grow">
            <Select options={GLYPH_OPTIONS} {...form.register('glyph')} />
          </Field>
          <div className="w-28 shrink-0">
            <GiftCard brand={title || 'Gift card'} color={color} glyph={glyph} plain />
          </div>
        </div>
      </div>
    </Dialog>
  );
}

function formValues(brand: Brand | null) {
  return {
    title: brand?.title ?? '',
    description: brand?.description ?? '',
    website: brand?.website ?? '',
    color: brand?.color ?? DEFAULT_COLOR,
    glyph: brand?.glyph ?? DEFAULT_GLYPH,
  };
}
