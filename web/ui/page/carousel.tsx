import { Children, lazy, Suspense } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import type { CarouselProps } from './carousel-view.tsx';

const CarouselView = lazy(() => import('./carousel-view.tsx').then((m) => ({ default: m.CarouselView })));

/**
 * Slides side by side that can be swiped, stepped, or move by themselves until somebody hovers over them or pauses them. They show at once;
 * the code that moves them is loaded after the page.
 */
export function Carousel(props: CarouselProps) {
  return (
    <Suspense fallback={<StillCarousel {...props} />}>
      <CarouselView {...props} />
    </Suspense>
  );
}

/** The first slides in their final place, and the space of the dots below. */
function StillCarousel({ label, children, slideClass = 'basis-full', autoplay, dots, className }: CarouselProps) {
  const slides = Children.toArray(children);
  return (
    <section aria-label={label} className={cx('relative', className)}>
      <div className="-mr-4 flex overflow-hidden">
        {slides.map((slide, index) => (
          <div key={String(index)} className={cx('min-w-0 shrink-0 grow-0 pr-4', slideClass)}>
            {slide}
          </div>
        ))}
      </div>
      {(dots || autoplay) && slides.length > 1 && <div className="mt-3 h-6" />}
    </section>
  );
}
