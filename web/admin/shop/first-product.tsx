import { useQuery } from '@tanstack/react-query';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import { upload } from '#web/lib/api/upload.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { counted } from '#web/lib/words/counted.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { BrandDialog } from './brands/brand-dialog.tsx';
import { ProductDialog } from './products/product-dialog.tsx';
import { brandChoicesQuery, productsQuery } from './products/products-api.ts';
import { StockDialog } from './products/stock-dialog.tsx';
import { ImportDialog } from './shared/import-dialog.tsx';

type Open = { kind: 'brand' | 'product' | 'file' } | { kind: 'stock'; product: AdminProduct } | null;

/** A brand, a product of it, and its codes: the dialogs of the catalogue, one after the other. */
export function CatalogueStep() {
  const brands = useQuery(brandChoicesQuery());
  const products = useQuery(productsQuery({}, ''));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const failed = brands.error ? brands : products.error ? products : null;
  return (
    <Card
      title="First product"
      description="By hand: a brand, a product of it, and its codes as a file; then put it on sale. Or all products in a file, your own or our example: you see row by row what it adds, and come back here to add codes. A product of the example is sold once you give it a name, price and text of your own."
      actions={
        <>
          <ExampleButton />
          <Button icon={<Upload aria-hidden />} onClick={() => setOpen({ kind: 'file' })}>
            Import CSV
          </Button>
        </>
      }
    >
      {failed ? (
        <LoadError of={failed} failed="Failed to load the catalogue" />
      ) : !brands.data || !products.data ? (
        <Loading label="Loading the catalogue" shapes={['h-24 w-full']} />
      ) : (
        <ol className="divide-y">
          <Part
            title="Brand"
            text={
              brands.data.length === 0
                ? 'Such as the maker of the card.'
                : brands.data.map(({ title }) => title).join(', ')
            }
          >
            <Button
              variant={brands.data.length === 0 ? 'primary' : 'secondary'}
              icon={<Plus aria-hidden />}
              onClick={() => setOpen({ kind: 'brand' })}
            >
              Add a brand
            </Button>
          </Part>
          <Part
            title="Product"
            text={
              products.data.data.length === 0
                ? 'One value of the card, with its price.'
                : 'A draft until you put it on sale.'
            }
          >
            <Button
              variant={brands.data.length > 0 && products.data.data.length === 0 ? 'primary' : 'secondary'}
              icon={<Plus aria-hidden />}
              disabledReason={brands.data.length === 0 ? 'Add its brand first.' : undefined}
              onClick={() => setOpen({ kind: 'product' })}
            >
              Add a product
            </Button>
          </Part>
          {products.data.data.map((product) => (
            <Part key={product.id} title={product.name} text={stateOf(product)}>
              <Button
                variant={product.stock_total === 0 || product.is_archived ? 'primary' : 'secondary'}
                aria-label={`Codes of ${product.name}`}
                onClick={() => setOpen({ kind: 'stock', product })}
              >
                Codes and sale
              </Button>
            </Part>
          ))}
        </ol>
      )}
      {open?.kind === 'file' && <ImportDialog of="products" onClose={close} />}
      {open?.kind === 'brand' && <BrandDialog brand={null} onClose={close} />}
      {open?.kind === 'product' && (
        <ProductDialog
          product={null}
          onAdded={(product) => setOpen({ kind: 'stock', product })}
          onClose={() => setOpen((now) => (now?.kind === 'product' ? null : now))}
        />
      )}
      {open?.kind === 'stock' && <StockDialog product={open.product} onClose={close} />}
    </Card>
  );
}

/** The demonstration's products as a file: each is named an example, and none is on sale. */
function ExampleButton() {
  const [, navigate] = useLocation();
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    try {
      const answer = await fetch(EXAMPLE);
      if (!answer.ok) throw new Error(`${EXAMPLE} answers ${answer.status}`);
      const file = new File([await answer.blob()], 'example-catalogue.csv', { type: 'text/csv' });
      const { data } = await upload('POST /admin/catalogue/files', { fields: { of: 'products' }, files: { file } });
      navigate(`/admin/catalogue-changes/${data.id}`);
    } catch (error) {
      toastError(error, 'The example could not be read. Nothing was changed.');
      setIsSending(false);
    }
  };
  return (
    <Button disabled={isSending} onClick={send}>
      {isSending ? 'Reading...' : 'Look at the example'}
    </Button>
  );
}

const EXAMPLE = '/example-catalogue.csv';

const stateOf = ({ stock_total, is_archived }: AdminProduct): string =>
  `${stock_total === 0 ? 'No codes yet' : counted(stock_total, 'codes')}, ${is_archived ? 'not on sale' : 'on sale'}.`;

function Part({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <span className="min-w-0">
        <span className="block text-sm font-medium wrap-anywhere">{title}</span>
        <span className="block text-sm text-muted wrap-anywhere">{text}</span>
      </span>
      {children}
    </li>
  );
}
