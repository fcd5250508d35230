import { catalogueRoutes } from '#bff/contract/shop/catalogue.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found, notFound } from '#bff/kit/lib/api-error.ts';
import { pageMeta } from '#bff/kit/lib/present.ts';
import { listBrands } from '#bff/shop/brands/brand-store.ts';
import { presentBrand } from '#bff/shop/brands/present.ts';
import { listCarousel } from '#bff/shop/carousel/carousel-store.ts';
import { presentCarouselImage } from '#bff/shop/carousel/present.ts';
import { findPublicImage, formatsTaken, sniffImage } from '#bff/shop/pictures/images.ts';
import { isKept, sendImage } from '#bff/shop/pictures/send-image.ts';
import { presentProduct } from '#bff/shop/products/present.ts';
import { productChoice, productRequest } from '#bff/shop/products/product-request.ts';
import {
  createProductTotals,
  findProduct,
  HOME_SECTION_SIZE,
  listFilterOptions,
  listMostRecent,
  listNearOutOfStock,
  listProducts,
  listProductsOf,
  nearestSpelling,
  type ProductListRequest,
} from '#bff/shop/products/product-store.ts';
import { listMostPurchased } from '#projections/models/order-lines.ts';

/** More best sellers than a section shows are read, because some may no longer be sold. */
const BEST_SELLERS_READ = 4 * HOME_SECTION_SIZE;

export const registerCatalogue = feature(catalogueRoutes, (deps) => {
  const { database, files, clock } = deps;
  const totals = createProductTotals(database);
  const productPage = async (request: ProductListRequest) => {
    const { items, total } = await listProducts(database, totals, request);
    return { data: items.map(presentProduct), meta: pageMeta({ ...request, items, total }) };
  };

  return {
    listProducts: ({ query }) => productPage(productRequest(query, clock())),
    async searchProducts({ query }) {
      const now = clock();
      const typed = await productPage(productRequest(query, now, query.term));
      // Where products are found, every word is spelled right.
      const spelling = typed.meta.total > 0 ? null : await nearestSpelling(database, query.term);
      const page = spelling === null ? typed : await productPage(productRequest(query, now, spelling));
      return { ...page, spelling };
    },
    async listProductFilters({ query }) {
      const term = query.term && ((await nearestSpelling(database, query.term)) ?? query.term);
      const { regions, brands } = await listFilterOptions(database, productChoice(query, term));
      return {
        regions: regions.map(({ value }) => value),
        brand_names: brands.map(({ value }) => value),
        facets: { region: regions, brand_name: brands },
      };
    },
    async listMostRecentProducts() {
      return { data: { mostRecentProducts: (await listMostRecent(database)).map(presentProduct) } };
    },
    async listMostPurchasedProducts() {
      const sold = await listMostPurchased(database, BEST_SELLERS_READ);
      const products = await listProductsOf(
        database,
        sold.map((row) => row.productId),
      );
      return { data: { mostPurchasedProducts: products.map(presentProduct) } };
    },
    async listProductsLowInStock() {
      return { data: { nearOutOfStockProducts: (await listNearOutOfStock(database)).map(presentProduct) } };
    },
    async getProduct({ params }) {
      const product = found(await findProduct(database, params.id), 'Product not found');
      return { data: presentProduct(product) };
    },
    async listBrands() {
      return { error: false, data: { brands: (await listBrands(database)).map(presentBrand) } };
    },
    async listBrandsWithLogo() {
      const brands = await listBrands(database, { withLogo: true });
      return { error: false, data: { brands: { data: brands.map(presentBrand) } } };
    },
    async listCarouselImages() {
      return {
        error: false,
        data: { carouselImages: (await listCarousel(database)).map(presentCarouselImage) },
      };
    },
    async getImage({ params, request, reply }) {
      const formats = formatsTaken(request.headers.accept);
      const image = found(await findPublicImage(database, params.id, params.size, formats));
      if (isKept(request, reply, image)) return reply.code(304).send();
      const { stream, sizeBytes } = await files.open(image.fileId, null);
      const contentType = image.mediaType ?? (await sniffImage(stream));
      if (contentType === undefined) {
        stream.destroy();
        throw notFound();
      }
      return sendImage(reply, { body: stream, sizeBytes, contentType });
    },
  };
});
