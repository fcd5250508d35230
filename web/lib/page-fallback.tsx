import { Loading } from '#web/ui/skeleton.tsx';

/** What stands in for a screen whose code is on its way; a fast arrival shows nothing at all. */
export function PageFallback() {
  return (
    <Loading
      className="page-fallback"
      shapes={['h-8 w-56', 'mt-3 h-4 w-80 max-w-full', 'mt-8 h-64 w-full rounded-lg']}
    />
  );
}
