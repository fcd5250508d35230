import type { FileStore } from '#bff/kit/ports/file-store.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { writesOf } from '#bff/kit/tables/table.ts';
import { brands } from '#bff/shop/brands/brand-store.ts';
import { carousel } from '#bff/shop/carousel/carousel-store.ts';
import { SEED_BRANDS } from './catalogue.ts';
import { describeCard } from './describe-card.ts';
import { BANNERS, drawBanner } from './pictures.ts';
import type { PlannedProduct } from './planned.ts';

/** Brands, products, prices and the pictures of the home page. Repeating it changes nothing. */
export async function stockShop(
  database: Queryable,
  files: FileStore,
  products: readonly PlannedProduct[],
  openedAt: Date,
): Promise<void> {
  for (const { cards: _, category: __, codeFormat: ___, ...brand } of SEED_BRANDS) {
    await brands.add(database, { ...brand, createdAt: openedAt, updatedAt: openedAt });
  }
  for (const [index, { productId, variantId, brand, card }] of products.entries()) {
    const text = describeCard(brand, card.value, card.region);
    // A few cards were added recently, for "Recently Added Products".
    const addedAt = new Date(openedAt.getTime() + (index % 6 === 0 ? 300 + index : index) * 86_400_000);
    await writesOf('product').add(database, {
      id: productId,
      name: `${brand.title} ${card.value}`,
      shortDescription: text.short,
      description: text.html,
      category: brand.category,
      brandId: sql.fragment`(select id from app.brand where slug = ${brand.slug})`,
      region: card.region,
      permanentOutOfStock: card.discontinued,
      createdAt: addedAt,
      updatedAt: addedAt,
    });
    await writesOf('product_variant').add(database, {
      id: variantId,
      productId,
      name: card.value,
      priceMinor: card.priceMinor,
      currency: card.currency,
      createdAt: addedAt,
      updatedAt: addedAt,
    });
  }
  const shown = await carousel.list(database, {});
  for (const [position, banner] of [...BANNERS.entries()].slice(shown.length)) {
    const file = await files.keep(await drawBanner(banner), { contentType: 'image/webp', owner: null });
    const fileName = `${banner.title.toLowerCase().replace(/[^a-z]+/g, '-')}.webp`;
    await carousel.add(database, { url: banner.url, fileId: file.id, fileName, position });
  }
}
