import type pg from 'pg';
import type { FileStore } from '#bff/kit/ports/file-store.ts';
import { SEED_BRANDS } from './catalogue.ts';
import { describeCard } from './describe-card.ts';
import { BANNERS, drawBanner } from './pictures.ts';
import type { PlannedProduct } from './planned.ts';

/** Brands, products, prices and the pictures of the home page. Repeating it changes nothing. */
export async function stockShop(
  pool: pg.Pool,
  files: FileStore,
  products: readonly PlannedProduct[],
  openedAt: Date,
): Promise<void> {
  for (const brand of SEED_BRANDS) {
    await pool.query(
      `insert into app.brand (slug, title, description, website, color, glyph, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`,
      [brand.slug, brand.title, brand.description, brand.website, brand.color, brand.glyph, openedAt],
    );
  }
  for (const [index, product] of products.entries()) {
    const { brand, card } = product;
    const text = describeCard(brand, card.value, card.region);
    // A few cards were added recently, for "Recently Added Products".
    const addedAt = new Date(openedAt.getTime() + (index % 6 === 0 ? 300 + index : index) * 86_400_000);
    await pool.query(
      `insert into app.product (id, name, short_description, description, category, brand_id, region, permanent_out_of_stock, created_at, updated_at)
       select $1, $2, $3, $4, $5, id, $6, $7, $8, $8 from app.brand where slug = $9 on conflict do nothing`,
      [
        product.productId,
        `${brand.title} ${card.value}`,
        text.short,
        text.html,
        brand.category,
        card.region,
        card.discontinued ?? false,
        addedAt,
        brand.slug,
      ],
    );
    await pool.query(
      `insert into app.product_variant (id, product_id, name, price_minor, currency, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing`,
      [product.variantId, product.productId, card.value, card.priceMinor, card.currency, addedAt],
    );
  }
  const { rows } = await pool.query<{ count: bigint }>('select count(*) as count from app.carousel_image');
  for (const [position, banner] of BANNERS.entries()) {
    if (BigInt(position) < (rows[0]?.count ?? 0n)) continue;
    const picture = await drawBanner(banner);
    const file = await files.keep(picture, { contentType: 'image/webp', owner: null });
    await pool.query('insert into app.carousel_image (url, file_id, file_name, position) values ($1, $2, $3, $4)', [
      banner.url,
      file.id,
      `${banner.title.toLowerCase().replace(/[^a-z]+/g, '-')}.webp`,
      position,
    ]);
  }
}
