import { useId } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { BrandGlyph } from './brand-glyph.tsx';
import { type BrandLook, cardColor, groundFor, seedOf, shade } from './card-art.ts';

export type GiftCardProps = BrandLook & {
  brand: string;
  region?: string | null;
  /** '$50.00' or the variant's name. */
  denomination?: string | null;
  /** Only colour, pattern and glyph, for small sizes. */
  plain?: boolean;
  className?: string;
};

/** A card's shape, to which pictures of products are cropped. */
export const CARD_WIDTH = 320;
export const CARD_HEIGHT = 202;

/** A brand's drawn gift card, always the same for the same brand. It is decoration, because the text is beside it. */
export function GiftCard({ brand, color, glyph, region, denomination, plain = false, className }: GiftCardProps) {
  const base = cardColor(color);
  return (
    <div
      aria-hidden="true"
      className={cx(
        '@container relative aspect-[320/202] select-none overflow-hidden text-white',
        plain ? 'rounded-md' : 'rounded-lg',
        className,
      )}
    >
      <Ground brand={brand} base={base} hasEdge={!plain} />
      <BrandGlyph
        name={glyph}
        strokeWidth={1.25}
        className={cx(
          'absolute text-white',
          plain ? 'inset-0 m-auto size-[44%] opacity-90' : '-right-[4cqw] -bottom-[8cqw] size-[50cqw] opacity-[0.13]',
        )}
      />
      {!plain && (
        <div className="absolute inset-0 flex flex-col justify-between p-[6.5cqw]">
          <div className="flex items-start justify-between gap-[3cqw]">
            <div className="flex min-w-0 items-center gap-[3.2cqw]">
              <span className="grid size-[12.5cqw] shrink-0 place-items-center rounded-[3cqw] bg-white/15 inset-ring inset-ring-white/20">
                <BrandGlyph name={glyph} className="size-[7cqw]" />
              </span>
              <span className="truncate text-[6cqw] leading-tight font-semibold tracking-tight">{brand}</span>
            </div>
            {region && (
              <span className="shrink-0 rounded-full bg-black/25 px-[3cqw] py-[1cqw] text-[3.7cqw] leading-tight font-medium uppercase">
                {region}
              </span>
            )}
          </div>
          <div className="flex items-end justify-between gap-[3cqw]">
            <span className="tabular min-w-0 truncate text-[10cqw] leading-none font-semibold tracking-tight">
              {denomination}
            </span>
          </div>
        </div>
      )}
    </div>
  );
}

function Ground({ brand, base, hasEdge }: { brand: string; base: string; hasEdge: boolean }) {
  const id = useId();
  const ground = groundFor(base);
  return (
    <svg
      viewBox={`0 0 ${CARD_WIDTH} ${CARD_HEIGHT}`}
      className="absolute inset-0 size-full"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={`${id}g`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={ground} />
          <stop offset="1" stopColor={shade(ground, -0.38)} />
        </linearGradient>
        <radialGradient id={`${id}s`} cx="0.15" cy="0" r="0.9">
          <stop offset="0" stopColor={shade(base, 0.45)} stopOpacity="0.28" />
          <stop offset="1" stopColor={shade(base, 0.45)} stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width={CARD_WIDTH} height={CARD_HEIGHT} fill={`url(#${id}g)`} />
      <g stroke="#fff" fill="none">
        <Pattern seed={seedOf(brand)} />
      </g>
      <rect width={CARD_WIDTH} height={CARD_HEIGHT} fill={`url(#${id}s)`} />
      <rect
        x="0.5"
        y="0.5"
        width={CARD_WIDTH - 1}
        height={CARD_HEIGHT - 1}
        rx="11.5"
        fill="none"
        stroke="#fff"
        strokeOpacity={hasEdge ? 0.14 : 0}
      />
    </svg>
  );
}

/** One of five quiet patterns, turned and scaled by the brand's seed. */
function Pattern({ seed }: { seed: number }) {
  const step = (shift: number, count: number) => (seed >>> shift) % count;
  const steps = (count: number) => Array.from({ length: count }, (_, index) => index);
  const x = 190 + step(3, 110);
  const y = -20 + step(7, 130);
  switch (step(12, 5)) {
    case 0:
      return steps(9).map((n) => (
        <circle key={n} cx={x} cy={y} r={22 + n * 24} strokeOpacity={0.13 - n * 0.011} strokeWidth="1.25" />
      ));
    case 1:
      return steps(16).map((n) => (
        <path
          key={n}
          d={`M${-60 + n * 28} ${CARD_HEIGHT + 20} L${90 + n * 28} -20`}
          strokeOpacity={0.045 + (n % 4) * 0.022}
          strokeWidth={n % 4 === 0 ? 10 : 1.5}
        />
      ));
    case 2:
      return steps(8).map((n) => (
        <path
          key={n}
          d={`M-10 ${40 + n * 22} C 70 ${-10 + n * 22 + step(5, 30)}, 150 ${120 + n * 18}, 230 ${50 + n * 20} S 330 ${10 + n * 24}, 350 ${40 + n * 20}`}
          strokeOpacity={0.14 - n * 0.012}
          strokeWidth="1.25"
        />
      ));
    case 3:
      return steps(54).map((n) => {
        const column = n % 9;
        const row = Math.floor(n / 9);
        return (
          <circle
            key={n}
            cx={140 + column * 22}
            cy={14 + row * 34 + (column % 2) * 17}
            r={1 + ((seed >>> (n % 24)) % 3) * 0.7}
            fill="#fff"
            fillOpacity={0.04 + column * 0.018}
            stroke="none"
          />
        );
      });
    default:
      return steps(7).map((n) => {
        const size = 40 + n * 34;
        const turn = step(4, 45) + n * 4;
        return (
          <rect
            key={n}
            x={x - size / 2}
            y={y - size / 2}
            width={size}
            height={size}
            rx={size * 0.18}
            transform={`rotate(${turn} ${x} ${y})`}
            strokeOpacity={0.15 - n * 0.016}
            strokeWidth="1.25"
          />
        );
      });
  }
}
