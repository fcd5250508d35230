import { useEffect } from 'react';

const PRODUCT_NAME = 'Giftledger';

/** 'Orders · Giftledger'. */
export const pageTitle = (title: string | undefined): string => (title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME);

export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}
