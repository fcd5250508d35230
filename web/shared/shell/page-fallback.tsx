import { Loading } from '#web/ui/feedback/skeleton.tsx';

/** Shown while a screen's code is loaded; a fast load shows nothing at all. */
export function PageFallback() {
  return (
    <Loading
      className="page-fallback"
      shapes={['h-8 w-56', 'mt-3 h-4 w-80 max-w-full', 'mt-8 h-64 w-full rounded-lg']}
    />
  );
}
