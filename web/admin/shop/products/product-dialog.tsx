import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'wouter';
import type { z } from 'zod';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import { ProductForm } from '#bff/contract/shop/product-form.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { ImageField, Picture } from '#web/admin/shop/shared/image-field.tsx';
import { api } from '#web/lib/api/api.ts';
import { upload } from '#web/lib/api/upload.ts';
import { ApiError, serverMessage } from '#web/lib/call/api-error.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { BrandIcon } from '#web/shared/catalogue/brand-icon.tsx';
import { useBrandLook } from '#web/shared/catalogue/brands.ts';
import { ProductImage } from '#web/shared/catalogue/product-image.tsx';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { Combobox } from '#web/ui/form/controls/combobox.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { control, fields, note, select, text } from '#web/ui/form/fields.tsx';
import { amount } from '#web/ui/form/form-money.tsx';
import { brandChoicesQuery, useReloadProducts, useSaveProduct } from './products-api.ts';
import { RegionField } from './region-field.tsx';

const Form = ProductForm.safeExtend({ picture: Picture });

type ProductDialogProps = {
  product: AdminProduct | null;
  onAdded?: (product: AdminProduct) => void;
  onClose: () => void;
};

export function ProductDialog({ product, onAdded, onClose }: ProductDialogProps) {
  // A product whose picture failed is added already: the next press must change it, not add another.
  const [saved, setSaved] = useState(product);
  const save = useSaveProduct();
  const reload = useReloadProducts();
  const latest = async () => {
    const { data } = await api('GET /admin/products/:id', { params: { id: saved?.id ?? '' } });
    setSaved(data);
    return valuesOf(data);
  };
  const addPicture = async (id: string, image: File) => {
    try {
      await upload('POST /admin/products/:id/image', { params: { id }, files: { image } });
    } catch (error) {
      void reload();
      toast.warning(
        'The product is saved, its picture is not',
        'Choose another picture, or save again to try once more.',
      );
      throw new ApiError(422, { errors: { picture: [serverMessage(error, 'The picture could not be uploaded.')] } });
    }
  };
  return (
    <DecisionDialog
      size="lg"
      title={product ? 'Edit product' : 'New product'}
      description={
        product ? product.name : 'A draft, which is not in the store. Add its codes next, then put it on sale.'
      }
      schema={Form}
      defaults={valuesOf(product)}
      decide={async ({ picture, ...body }) => {
        // The server refuses this where another person has changed the product since it was shown.
        const shown = saved ? { updated_at: saved.updated_at } : {};
        const answer = await save(saved?.id ?? null, { ...body, ...shown });
        setSaved(answer.data);
        if (picture) await addPicture(answer.data.id, picture);
        await reload();
        toast.success(answer.message);
        if (!product) onAdded?.(answer.data);
      }}
      failed="The product could not be saved. Nothing was changed."
      latest={latest}
      asksToDiscard
      onClose={onClose}
      confirm={{ label: product ? 'Save changes' : 'Save draft', busyText: 'Saving...' }}
      fields={(form) => [<ProductFields form={form} image={saved?.images[0]?.MediumUrl} />]}
    />
  );
}

type Fields = UseFormReturn<z.input<typeof Form>, unknown, z.output<typeof Form>>;

function ProductFields({ form, image }: { form: Fields; image: string | undefined }) {
  const lookOf = useBrandLook();
  const { currencies } = useAdministrator();
  const brand = form.watch('brand_name');
  return (
    <div className="grid gap-5 sm:grid-cols-2 [&>.wide]:sm:col-span-2">
      {fields(form, [
        <div className="wide">
          <ImageField
            form={form}
            name="picture"
            label="Picture"
            frameClass="w-32 rounded-md"
            hint="JPEG, PNG, GIF or WebP, under 10 MB. Without one, the brand's card is drawn."
            shown={<ProductImage image={image} brand={brand || 'Gift card'} {...lookOf(brand)} plain />}
          />
        </div>,
        text('name', 'Product name', { placeholder: 'Steam $50', autofocus: true }),
        text('variant_name', 'Variant name', { hint: 'Its denomination, as on the card.', placeholder: '$50' }),
        control('brand_name', 'Brand', (held) => <BrandChoice {...held} />, { hint: <BrandHint /> }),
        text('category_name', 'Category', { placeholder: 'Gaming' }),
        control('region', 'Region', (held) => <RegionField {...held} />, {
          hint: 'Where its codes can be redeemed.',
        }),
        <div className="grid grid-cols-[7rem_1fr] gap-3">
          {fields(form, [
            select('currency', 'Currency', currencies),
            amount('price', 'Price', form.watch('currency') ?? BASE_CURRENCY, { placeholder: '49.00' }),
          ])}
        </div>,
        note('short_description', 'Short description', {
          hint: 'One sentence, shown beside the name.',
          className: 'wide',
          rows: 2,
          optional: true,
        }),
        note('description', 'Description', {
          hint: 'Plain HTML: paragraphs, headings, lists, links. Anything else is taken out when it is saved.',
          className: 'wide [&_textarea]:font-mono [&_textarea]:text-xs [&_textarea]:leading-5',
          rows: 5,
          optional: true,
        }),
      ])}
      <Checkbox
        className="wide"
        label="Not sold any more"
        hint="Stays in the catalogue as 'Out of stock' for good and cannot be bought."
        {...form.register('is_permanent_out_of_stock')}
      />
    </div>
  );
}

const BrandHint = () => (
  <>
    Missing here? Add it in{' '}
    <Link href="/admin/brands" className="text-accent-ink underline underline-offset-2">
      Brands
    </Link>{' '}
    first.
  </>
);

function BrandChoice({ value, onChange }: { value: string; onChange: (title: string) => void }) {
  const { data: brands = [] } = useQuery(brandChoicesQuery());
  return (
    <Combobox
      value={value ? { id: value, label: value } : null}
      onChange={(item) => onChange(item?.id ?? '')}
      items={brands.map(({ title, color, glyph, logoUrl }) => ({
        id: title,
        label: title,
        icon: <BrandIcon color={color} glyph={glyph} logo={logoUrl} size="sm" />,
      }))}
      placeholder="Choose a brand"
      emptyMessage="No such brand"
    />
  );
}

const valuesOf = (product: AdminProduct | null) => ({
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
  picture: null,
});
