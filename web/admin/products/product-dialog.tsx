import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { Link } from 'wouter';
import { ProductForm } from '#bff/contract/admin-forms.ts';
import type { AdminProduct } from '#bff/contract/admin-product.ts';
import { BASE_CURRENCY, currencySymbol } from '#core/kernel/currencies.ts';
import { api } from '#web/lib/api.ts';
import { serverMessage } from '#web/lib/api-error.ts';
import { useBrandLook } from '#web/lib/brands.ts';
import { regionName } from '#web/lib/regions.ts';
import { useAdministrator } from '#web/lib/session.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { upload } from '#web/lib/upload.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { BrandIcon } from '#web/ui/brand-icon.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { ProductImage } from '#web/ui/product-image.tsx';
import { Select } from '#web/ui/select.tsx';
import { useStaleEdit } from '#web/ui/stale-edit.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';
import { ImageField } from '../shared/image-field.tsx';
import { brandChoicesQuery, useReloadProducts, useSaveProduct } from './products-api.ts';

/** Offered while typing; any other country code is taken as well. */
const REGIONS = ['global', 'us', 'uk', 'eu', 'de', 'fr', 'nl', 'es', 'it', 'pl', 'ca', 'au', 'br', 'tr', 'asia'];

/** Adds a product, or changes one: what it is, what it costs, how it looks. */
export function ProductDialog({ product, onClose }: { product: AdminProduct | null; onClose: () => void }) {
  // A product whose picture failed is there already: the next press must change it, not add another.
  const [saved, setSaved] = useState(product);
  const [picture, setPicture] = useState<File | null>(null);
  const [pictureError, setPictureError] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const listId = useId();
  const lookOf = useBrandLook();
  const brands = useBrandItems();
  const save = useSaveProduct();
  const reload = useReloadProducts();
  const { currencies } = useAdministrator();
  const form = useZodForm(ProductForm, formValues(product));
  const { errors, isSubmitting, isDirty } = form.formState;
  const stale = useStaleEdit(
    async () => (await api('GET /admin/products/:id', { params: { id: saved?.id ?? '' } })).data,
    (latest) => {
      setSaved(latest);
      form.reset(formValues(latest), { keepDirtyValues: true });
    },
  );
  const brand = form.watch('brand_name');

  const close = () => (isDirty || picture ? setIsAsking(true) : onClose());
  const submit = form.handleSubmit(async (body) => {
    setPictureError(undefined);
    let answer: { message: string; data: AdminProduct };
    try {
      // The server refuses this where another person has changed the product since it was shown.
      const shown = saved ? { updated_at: saved.updated_at } : {};
      answer = await save(saved?.id ?? null, { ...body, ...shown });
    } catch (error) {
      if (stale.catches(error)) return;
      if (!showFieldErrors(form, error)) toastError(error, 'The product could not be saved. Nothing was changed.');
      return;
    }
    setSaved(answer.data);
    try {
      if (picture) {
        await upload('POST /admin/products/:id/image', { params: { id: answer.data.id }, files: { image: picture } });
      }
    } catch (error) {
      setPictureError(serverMessage(error, 'The picture could not be uploaded.'));
      toast.warning(
        'The product is saved, its picture is not',
        'Choose another picture, or save again to try once more.',
      );
      void reload();
      return;
    }
    await reload();
    toast.success(answer.message);
    onClose();
  });
  return (
    <>
      <Dialog
        open
        size="lg"
        onClose={isSubmitting ? () => undefined : close}
        title={product ? 'Edit product' : 'New product'}
        description={product ? product.name : 'It is in the store as soon as it is saved; add its codes afterwards.'}
        onSubmit={submit}
        footer={
          <>
            <Button onClick={close} disabled={isSubmitting}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={isSubmitting} busyText="Saving...">
              {product ? 'Save changes' : 'Add product'}
            </Button>
          </>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          {stale.notice && <div className="sm:col-span-2">{stale.notice}</div>}
          <div className="sm:col-span-2">
            <ImageField
              label="Picture"
              frameClass="w-32 rounded-md"
              hint="JPEG, PNG, GIF or WebP, under 10 MB. Without one, the brand's card is drawn."
              file={picture}
              onFile={setPicture}
              error={pictureError}
              shown={
                <ProductImage
                  image={saved?.images[0]?.MediumUrl}
                  brand={brand || 'Gift card'}
                  {...lookOf(brand)}
                  plain
                />
              }
            />
          </div>
          <Field label="Product name" error={errors.name?.message} required>
            <TextInput placeholder="Steam $50" data-autofocus {...form.register('name')} />
          </Field>
          <Field
            label="Variant name"
            error={errors.variant_name?.message}
            hint="Its denomination, as on the card."
            required
          >
            <TextInput placeholder="$50" {...form.register('variant_name')} />
          </Field>
          <Field
            label="Brand"
            error={errors.brand_name?.message}
            hint={
              <>
                Missing here? Add it in{' '}
                <Link href="/admin/brands" className="text-accent-ink underline underline-offset-2">
                  Brands
                </Link>{' '}
                first.
              </>
            }
            required
          >
            <Controller
              control={form.control}
              name="brand_name"
              render={({ field }) => (
                <Combobox
                  value={field.value ? { id: field.value, label: field.value } : null}
                  onChange={(item) => field.onChange(item?.id ?? '')}
                  items={brands.items}
                  busy={brands.isPending}
                  placeholder="Choose a brand"
                  emptyMessage="No such brand"
                />
              )}
            />
          </Field>
          <Field label="Category" error={errors.category_name?.message} required>
            <TextInput placeholder="Gaming" {...form.register('category_name')} />
          </Field>
          <Field
            label="Region"
            error={errors.region?.message}
            hint="A country code such as us or de, or global."
            required
          >
            <TextInput placeholder="us" list={`${listId}-regions`} autoCapitalize="none" {...form.register('region')} />
          </Field>
          <div className="grid grid-cols-[7rem_1fr] gap-3">
            <Field label="Currency" error={errors.currency?.message} required>
              <Select
                options={currencies.map((code) => ({ value: code, label: code }))}
                {...form.register('currency')}
              />
            </Field>
            <Field label="Price" error={errors.price?.message} required>
              <TextInput
                inputMode="decimal"
                className="tabular"
                start={currencySymbol(form.watch('currency') ?? BASE_CURRENCY)}
                placeholder="49.00"
                {...form.register('price')}
              />
            </Field>
          </div>
          <Field
            label="Short description"
            error={errors.short_description?.message}
            hint="One sentence, shown beside the name."
            className="sm:col-span-2"
          >
            <Textarea rows={2} className="min-h-16" {...form.register('short_description')} />
          </Field>
          <Field
            label="Description"
            error={errors.description?.message}
            hint="Plain HTML: paragraphs, headings, lists, links. Anything else is taken out when it is saved."
            className="sm:col-span-2"
          >
            <Textarea rows={5} className="font-mono text-xs leading-5" {...form.register('description')} />
          </Field>
          <Checkbox
            className="sm:col-span-2"
            label="Not sold any more"
            hint="Stays in the catalogue as 'Out of stock' for good and cannot be bought."
            {...form.register('is_permanent_out_of_stock')}
          />
        </div>
        <datalist id={`${listId}-regions`}>
          {REGIONS.map((region) => (
            <option key={region} value={region} label={regionName(region)} />
          ))}
        </datalist>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Discard changes?"
        message="What you entered is not saved yet."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={onClose}
      />
    </>
  );
}

function formValues(product: AdminProduct | null) {
  return {
    name: product?.name ?? '',
    variant_name: product?.variant?.name ?? '',
    short_description: product?.short_description ?? '',
    description: product?.description ?? '',
    category_name: product?.category_name ?? '',
    brand_name: product?.brand_name ?? '',
    region: product?.region ?? '',
    currency: product?.variant?.price.currency ?? BASE_CURRENCY,
    price: product?.variant?.price.decimal ?? '',
    is_permanent_out_of_stock: product?.isPermanentOutOfStock ?? false,
  };
}

function useBrandItems() {
  const { data, isPending } = useQuery(brandChoicesQuery());
  const items = (data?.data.brands ?? []).map((brand) => ({
    id: brand.title,
    label: brand.title,
    icon: <BrandIcon color={brand.color} glyph={brand.glyph} logo={brand.logoUrl} size="sm" />,
  }));
  return { items, isPending };
}
