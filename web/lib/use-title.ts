import { useEffect } from 'react';

const PRODUCT_NAME = 'Giftledger';

/** Sets the page's title: 'Orders · Giftledger'. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  }, [title]);
}
