import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import type { Product } from '#bff/contract/shop/catalogue.ts';
import { cx } from '#web/lib/words/cx.ts';
import { useAddToCart } from '#web/store/shared/add-to-cart.ts';
import { Button } from '#web/ui/actions/button.tsx';
import type { ButtonSize } from '#web/ui/actions/button-style.ts';
import { QuantityStepper } from './quantity-stepper.tsx';
import { exceedsStock, stockOf } from './stock.ts';

export function useChoice(product: Product) {
  const [quantity, setQuantity] = useState(1);
  const { addToCart, isAdding } = useAddToCart();
  const { variant } = product;
  const name = product.name || 'Product name not available';
  const stock = stockOf(product);
  return {
    name,
    stock,
    quantity,
    setQuantity,
    isAdding,
    isBlocked: stock.kind === 'out' || !variant,
    add: () => variant && addToCart({ variantId: variant.id, name, quantity }),
  };
}

type AddToCartProps = {
  choice: ReturnType<typeof useChoice>;
  size: ButtonSize;
  /** The end of 'Only 5 available', where more is wanted than is there. */
  noteEnd?: string;
  text?: string;
  buttonClass?: string;
  className?: string;
};

export function AddToCart({ choice, size, noteEnd = '', text = 'Add', buttonClass, className }: AddToCartProps) {
  const { name, stock, quantity, isAdding, isBlocked } = choice;
  return (
    <div className={className}>
      <div className={cx('flex items-center gap-2', size === 'lg' && 'flex-wrap')}>
        <QuantityStepper
          size={size === 'sm' ? 'sm' : 'md'}
          value={quantity}
          onChange={choice.setQuantity}
          disabled={isBlocked}
          label={`Quantity of ${name}`}
          {...(size === 'lg' && { className: 'h-11!' })}
        />
        <Button
          variant={size === 'sm' ? 'secondary' : 'primary'}
          size={size}
          icon={<ShoppingCart aria-hidden />}
          busy={isAdding}
          busyText="Adding..."
          disabled={isBlocked}
          aria-label={isAdding || text !== 'Add' ? undefined : `Add ${name} to cart`}
          className={buttonClass}
          onClick={choice.add}
        >
          {text}
        </Button>
      </div>
      {exceedsStock(stock, quantity) && (
        <p role="status" className="mt-2 text-xs font-medium text-warn">
          Only {stock.amount.toLocaleString('en-US')} available{noteEnd}
        </p>
      )}
    </div>
  );
}
