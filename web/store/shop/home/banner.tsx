import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { CarouselImage } from '#bff/contract/shop/carousel.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { narrowOf, srcSetOf } from '#web/lib/browser/pictures.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Carousel } from '#web/ui/page/carousel.tsx';
import { asAnyone } from './home-api.ts';

/** The banners of the store are drawn at 1920 × 550. */
const SHAPE = 'aspect-[1920/550] w-full rounded-xl';

/** The banner carousel; nothing where there is no picture, or none could be loaded. */
export function Banner() {
  const { data, isPending } = useQuery(apiQuery('GET /carousel-images', asAnyone));
  const images = data?.error ? [] : data?.data.carouselImages;
  if (isPending) return <Skeleton className={`${SHAPE} max-sm:aspect-[16/7]`} />;
  if (!images || images.length === 0) return null;
  return (
    <Carousel label="Highlights" autoplay dots={images.length > 1} arrows>
      {images.map((image, index) => (
        <Slide key={image.id} image={image} eager={index === 0} />
      ))}
    </Carousel>
  );
}

function Slide({ image, eager }: { image: CarouselImage; eager: boolean }) {
  const narrow = narrowOf(image.image);
  const picture = (
    <picture>
      {narrow && <source media="(width < 40rem)" srcSet={narrow} />}
      <img
        srcSet={srcSetOf(image.image)}
        sizes="(width >= 80rem) 78rem, 100vw"
        src={image.image}
        alt={describe(image)}
        width={1920}
        height={550}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        className={`${SHAPE} bg-sunken object-cover object-left max-sm:aspect-[16/7]`}
      />
    </picture>
  );
  if (!image.url) return picture;
  const isOwn = image.url.startsWith('/') && !image.url.startsWith('//');
  return isOwn ? (
    <Link href={image.url} className="block rounded-xl -outline-offset-2">
      {picture}
    </Link>
  ) : (
    <a href={image.url} target="_blank" rel="noopener noreferrer" className="block rounded-xl -outline-offset-2">
      {picture}
    </a>
  );
}

/** 'play-more-wait-less.webp' → 'Play more wait less', because a banner has no other text. */
function describe(image: CarouselImage): string {
  const name = (image.media[0]?.file_name ?? '')
    .replace(/\.[^.]*$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return name === '' ? 'Banner' : name.charAt(0).toUpperCase() + name.slice(1);
}
