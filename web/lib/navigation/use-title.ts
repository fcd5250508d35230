import { useEffect } from 'react';
import { useStoreName } from '#web/lib/store/store.ts';

/** 'Orders · Inkwell'. */
export const pageTitle = (title: string | undefined, store: string): string => (title ? `${title} · ${store}` : store);

export function useTitle(title: string | undefined): void {
  const store = useStoreName();
  useEffect(() => {
    document.title = pageTitle(title, store);
  }, [title, store]);
}
