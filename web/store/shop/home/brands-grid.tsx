import { Link } from 'wouter';
import { ALL_BRANDS } from '#bff/contract/base/everything.ts';
import type { Brand } from '#bff/contract/shop/brand.ts';
import { srcSetOf } from '#web/lib/browser/pictures.ts';
import { brandLink, useBrands } from '#web/shared/catalogue/brands.ts';
import type { BrandLook } from '#web/shared/catalogue/card-art.ts';
import { GiftCard } from '#web/shared/catalogue/gift-card.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';

const MAX_BRANDS = 20;
const ALL_BRANDS_LOOK: BrandLook = { color: '#4f46c8', glyph: 'sparkles' };
/** Twenty brands and 'All Brands' fill rows of three and of seven. */
const GRID = 'grid grid-cols-3 gap-3 sm:gap-4 md:grid-cols-7';

export function BrandsGrid() {
  const query = useBrands();
  const { data: brands, isPending } = query;
  if (isPending) {
    return (
      <Loading label="Loading brands" className={GRID}>
        {Array.from({ length: MAX_BRANDS + 1 }, (_, index) => (
          <div key={String(index)}>
            <Skeleton className="aspect-[320/202] w-full rounded-lg" />
            <Skeleton className="mx-auto mt-2 h-4 w-16" />
          </div>
        ))}
      </Loading>
    );
  }
  if (query.error && !brands) {
    return (
      <div className="rounded-lg border bg-surface">
        <LoadError of={query} failed="Failed to load the brands" />
      </div>
    );
  }
  if (!brands || brands.length === 0) return null;
  return (
    <section aria-labelledby="brands">
      <h2 id="brands" className="mb-4 text-lg font-semibold">
        Brands
      </h2>
      <ul className={GRID}>
        <li>
          <BrandTile name={ALL_BRANDS} href="/products" look={ALL_BRANDS_LOOK} logo={null} />
        </li>
        {brands.slice(0, MAX_BRANDS).map((brand: Brand) => (
          <li key={brand.id}>
            <BrandTile name={brand.title} href={brandLink(brand.title)} look={brand} logo={brand.logoUrl} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type BrandTileProps = { name: string; href: string; look: BrandLook; logo: string | null };

function BrandTile({ name, href, look, logo }: BrandTileProps) {
  return (
    <Link href={href} className="group block rounded-lg text-center outline-offset-4">
      {logo ? (
        <img
          srcSet={srcSetOf(logo)}
          sizes="(width >= 48rem) 10rem, 30vw"
          src={logo}
          alt=""
          loading="lazy"
          className="aspect-[320/202] w-full rounded-lg border bg-white object-contain p-3 transition-shadow group-hover:shadow-md"
        />
      ) : (
        <GiftCard
          plain
          brand={name}
          color={look.color ?? null}
          glyph={look.glyph ?? null}
          className="rounded-lg! shadow-xs transition-[transform,box-shadow] group-hover:-translate-y-0.5 group-hover:shadow-md"
        />
      )}
      <span
        className="mt-2 line-clamp-2 text-xs font-medium text-muted group-hover:text-ink sm:line-clamp-1"
        title={name}
      >
        {name}
      </span>
    </Link>
  );
}
