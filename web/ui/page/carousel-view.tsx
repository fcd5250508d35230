import useEmblaCarousel from 'embla-carousel-react';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { Children, type ReactNode, useEffect, useState } from 'react';
import { usePrefersReducedMotion } from '#web/lib/browser/use-media.ts';
import { cx } from '#web/lib/words/cx.ts';

export type CarouselProps = {
  label: string;
  children: ReactNode;
  /** Tailwind classes of a slide: its share of the width ('basis-full', 'basis-1/2 lg:basis-1/4'). */
  slideClass?: string;
  autoplay?: boolean;
  dots?: boolean;
  arrows?: boolean;
  className?: string;
};

/** Autoplay of the banner and the home sliders, as specified. */
const AUTOPLAY_MILLISECONDS = 5000;
/** Embla's own unit of speed: with this value a slide is in its place after 500 ms. */
const SCROLL_DURATION = 19;

/** See Carousel, which loads this. */
export function CarouselView({
  label,
  children,
  slideClass = 'basis-full',
  autoplay = false,
  dots = false,
  arrows = false,
  className,
}: CarouselProps) {
  const still = usePrefersReducedMotion();
  const [viewport, embla] = useEmblaCarousel({ loop: true, align: 'start', duration: still ? 0 : SCROLL_DURATION });
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);
  const slides = Children.toArray(children);
  const moves = autoplay && !still && slides.length > 1;
  const selected = useSelectedSlide(embla);
  useAutoplay(embla, moves && !paused && !held);

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className={cx('relative', className)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* The gap follows each slide, and the last one is beyond the edge, because the library does not support an offset before the first. */}
      <div ref={viewport} className="-mr-4 overflow-hidden">
        <div className="flex touch-pan-y">
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: the carousel pattern's slide is a group.
            <div
              key={index}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              className={cx('min-w-0 shrink-0 grow-0 pr-4', slideClass)}
            >
              {slide}
            </div>
          ))}
        </div>
      </div>
      {arrows && slides.length > 1 && (
        <>
          <Arrow side="left" onClick={() => embla?.scrollPrev()} />
          <Arrow side="right" onClick={() => embla?.scrollNext()} />
        </>
      )}
      {(dots || moves) && slides.length > 1 && (
        <div className="mt-3 flex items-center justify-center gap-1.5">
          {dots && <Dots count={slides.length} selected={selected} onSelect={(index) => embla?.scrollTo(index)} />}
          {moves && (
            <button
              type="button"
              aria-label={paused ? 'Play' : 'Pause'}
              onClick={() => setPaused(!paused)}
              className="grid size-6 place-items-center rounded-full text-muted hover:text-ink"
            >
              {paused ? <Play className="size-3" aria-hidden /> : <Pause className="size-3" aria-hidden />}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

type Embla = ReturnType<typeof useEmblaCarousel>[1];

function useSelectedSlide(embla: Embla): number {
  const [selected, setSelected] = useState(0);
  useEffect(() => {
    if (!embla) return;
    const onSelect = () => setSelected(embla.selectedScrollSnap());
    embla.on('select', onSelect);
    onSelect();
    return () => {
      embla.off('select', onSelect);
    };
  }, [embla]);
  return selected;
}

function useAutoplay(embla: Embla, moves: boolean): void {
  useEffect(() => {
    if (!embla || !moves) return;
    const timer = setInterval(() => {
      if (!document.hidden) embla.scrollNext();
    }, AUTOPLAY_MILLISECONDS);
    return () => clearInterval(timer);
  }, [embla, moves]);
}

function Dots({ count, selected, onSelect }: { count: number; selected: number; onSelect: (index: number) => void }) {
  return Array.from({ length: count }, (_, index) => (
    <button
      key={String(index)}
      type="button"
      aria-label={`Go to slide ${index + 1}`}
      aria-current={index === selected || undefined}
      onClick={() => onSelect(index)}
      className="grid size-6 place-items-center rounded-full"
    >
      <span
        className={cx('h-1.5 rounded-full transition-all', index === selected ? 'w-5 bg-accent' : 'w-1.5 bg-faint/60')}
      />
    </button>
  ));
}

function Arrow({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={side === 'left' ? 'Previous slide' : 'Next slide'}
      onClick={onClick}
      className={cx(
        'absolute top-1/2 z-10 grid size-9 -translate-y-1/2 place-items-center rounded-full bg-raised text-ink shadow-md transition-colors hover:bg-hover max-sm:hidden',
        side === 'left' ? '-left-3' : '-right-3',
      )}
    >
      <Icon className="size-4" aria-hidden />
    </button>
  );
}
