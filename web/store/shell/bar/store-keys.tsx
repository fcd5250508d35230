import { useEffect, useState } from 'react';
import { isTyping } from '#web/lib/browser/typing.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';

const StorePalette = lazily(() => import('./store-palette.tsx'), 'StorePalette');

/** ⌘K opens the palette of customers who may buy, and ? its list of keys. It is loaded after the page. */
export function StoreKeys() {
  /** What the palette begins with; null while it is closed. */
  const [begin, setBegin] = useState<string | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isJump = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey);
      if (!isJump && (event.key !== '?' || isTyping(event.target))) return;
      event.preventDefault();
      setBegin((now) => (now === null ? (isJump ? '' : '?') : null));
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return begin !== null && <StorePalette begin={begin} onClose={() => setBegin(null)} />;
}
