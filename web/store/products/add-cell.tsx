import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import type { Product } from '#bff/contract/catalogue.ts';
import { useAddToCart } from '#web/lib/add-to-cart.ts';
import { exceedsStock, stockOf } from '#web/lib/stock.ts';
import { Button } from '#web/ui/button.tsx';
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx';

/** Quantity and Add in a row of the catalogue's table. */
export function AddCell({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1);
  const { addToCart, isAdding } = useAddToCart();
  const stock = stockOf(product);
  const { variant } = product;
  const blocked = stock.kind === 'out' || !variant;
  return (
    <div className="inline-flex flex-col items-end">
      <div className="flex items-center gap-2">
        <QuantityStepper
          size="sm"
          value={quantity}
          onChange={setQuantity}
          disabled={blocked}
          label={`Quantity of ${product.name}`}
        />
        <Button
          size="sm"
          icon={<ShoppingCart aria-hidden />}
          busy={isAdding}
          busyText="Adding..."
          disabled={blocked}
          aria-label={isAdding ? undefined : `Add ${product.name} to cart`}
          className="min-w-22"
          onClick={() => variant && addToCart({ variantId: variant.id, name: product.name, quantity })}
        >
          Add
        </Button>
      </div>
      {exceedsStock(stock, quantity) && (
        <p role="status" className="mt-1 text-xs font-medium text-warn">
          Only {stock.amount.toLocaleString('en-US')} available
        </p>
      )}
    </div>
  );
}
