import { useEffect, useState } from 'react';

/** The specifications' pause between typing and searching. */
export const SEARCH_DEBOUNCE_MILLISECONDS = 500;

export function useDebounced<T>(value: T, milliseconds: number = SEARCH_DEBOUNCE_MILLISECONDS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
