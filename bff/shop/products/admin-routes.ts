import { adminProductRoutes, type ProductBody } from '#bff/contract/shop/admin-product.ts';
import { type Recording, recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import type { RecordingCall } from '#bff/identity/audit/record-action.ts';
import { ratesToJudgeBy } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { withMultipart } from '#bff/kit/files/read-multipart.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found, invalidField } from '#bff/kit/lib/api-error.ts';
import { pageMeta } from '#bff/kit/lib/present.ts';
import { readAmount } from '#bff/kit/lib/read-amount.ts';
import { lockAsShown } from '#bff/kit/tables/shown-version.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { requirePrintable } from '#bff/papers/drawing/printable.ts';
import { dropPicture, onePicture } from '#bff/shop/pictures/pictures.ts';
import { importStock } from '#bff/shop/stock/import-stock.ts';
import { stockPage } from '#bff/shop/stock/stock-list.ts';
import { formatMoney, money } from '#core/kernel/money/money.ts';
import { presentAdminProduct } from './admin-present.ts';
import { changedFields } from './changes.ts';
import { sanitiseDescription } from './description.ts';
import { requireOwnName, requireOwnProduct } from './example-product.ts';
import { announcePrice, confirmPrice, priceToSave, refusePrice, setPrice } from './price-change.ts';
import { productRequest } from './product-request.ts';
import {
  createProductTotals,
  findOfficeProduct,
  listOfficeProducts,
  type OfficeProduct,
  type ProductListRequest,
} from './product-store.ts';
import {
  findBrandId,
  insertProduct,
  type ProductData,
  setProductActive,
  setProductImage,
  updateProduct,
} from './product-writes.ts';

const PICTURE = onePicture('image');

export const registerAdminProducts = feature(adminProductRoutes, (deps) => {
  const { database, clock } = deps;
  const totals = createProductTotals(database);
  const productPage = async (request: ProductListRequest) => {
    const { items, total } = await listOfficeProducts(database, totals, request);
    return { data: items.map(presentAdminProduct), meta: pageMeta({ ...request, items, total }) };
  };
  const find = async (id: string, within: Queryable = database) =>
    found(await findOfficeProduct(within, id), 'There is no such product.');
  const saved = async (message: string, id: string) => ({ message, data: presentAdminProduct(await find(id)) });

  const setActive = async (call: RecordingCall & { readonly params: { id: string } }, isActive: boolean) => {
    await recordedTransaction(deps, call.actor, async (transaction, record) => {
      await lockAsShown(transaction, ['product', 'product'], call.params.id, undefined);
      const product = await find(call.params.id, transaction);
      if (isActive) requireOwnProduct(deps, product);
      await setProductActive(transaction, product.id, isActive);
      await recordChange(record, product, isActive ? 'restored' : 'archived');
    });
  };

  return {
    adminListProducts: ({ query }) => productPage(productRequest(query, clock())),
    adminSearchProducts: ({ query }) => productPage(productRequest(query, clock(), query.term)),
    adminGetProduct: async ({ params }) => ({ data: presentAdminProduct(await find(params.id)) }),
    createProduct: async (call) => {
      const data = await readProduct(deps, call.body);
      if (!call.body.is_draft) requireOwnName(deps, data.name);
      const productId = call.newId('product');
      // A repetition after a crash may find that the first attempt wrote it.
      if (!(await findOfficeProduct(database, productId))) {
        await recordedTransaction(deps, call.actor, async (transaction, record) => {
          await insertProduct(transaction, { productId, variantId: call.newId('variant') }, data);
          if (call.body.is_draft) await setProductActive(transaction, productId, false);
          await record('product-created', ['product', productId], {
            name: data.name,
            price: priceOf(data),
          });
        });
      }
      return saved('Product created successfully', productId);
    },
    updateProduct: async (call) => saved(await update(deps, call, await find(call.params.id)), call.params.id),
    confirmProductPrice: async (call) => {
      const product = await find(call.params.id);
      await confirmPrice(deps, call.actor, product, readAmount('price', call.body.price, call.body.currency));
      return saved('The price counts now', product.id);
    },
    refuseProductPrice: async (call) => {
      const product = await find(call.params.id);
      const end = await refusePrice(deps, call.actor, product);
      return saved(end === 'taken-back' ? 'The price was taken back' : 'The price was refused', product.id);
    },
    archiveProduct: async (call) => {
      await setActive(call, false);
      return { message: 'Product archived: it is neither shown nor sold any more' };
    },
    restoreProduct: async (call) => {
      await setActive(call, true);
      return saved('Product is back in the store', call.params.id);
    },
    setProductImage: (call) =>
      withMultipart(deps, call.request, PICTURE, async ({ files: [file] }) => {
        const product = await find(call.params.id);
        if (!file) throw invalidField('image', 'Please select an image');
        const earlier = await recordedTransaction(deps, call.actor, async (transaction, record) => {
          const before = await setProductImage(transaction, product.id, file.id);
          await recordChange(record, product, 'picture');
          return before;
        });
        if (earlier !== null) await dropPicture(deps, earlier);
        return saved('Product picture updated successfully', product.id);
      }),
    getProductStock: async ({ params, query }) => {
      const product = await find(params.id);
      return stockPage(database, product.variantId, query);
    },
    addProductStock: async (call) => {
      const product = await find(call.params.id);
      const result = await importStock(deps, call, product);
      return { ...result, data: presentAdminProduct(await find(product.id)) };
    },
  };
});

/**
 * Changes a product; a price that is far from the last ones waits for a second administrator. Returns the message.
 * @throws ApiError 422, 409
 */
async function update(
  deps: BffDeps,
  call: Call<typeof adminProductRoutes.updateProduct>,
  before: OfficeProduct,
): Promise<string> {
  const data = await readProduct(deps, call.body);
  if (before.isActive) requireOwnName(deps, data.name);
  const wanted = money(data.priceMinor, data.currency);
  const rates = await ratesToJudgeBy(deps, call.actor);
  const proposed = await recordedTransaction(deps, call.actor, async (transaction, record) => {
    const variantId = before.variantId ?? call.newId('variant');
    await lockAsShown(transaction, ['product', 'product'], before.id, call.body.updated_at);
    const saved = await priceToSave(deps, transaction, record, call.actor, before, { wanted, rates });
    const after = { ...data, priceMinor: saved.price.amount, currency: saved.price.currency };
    await updateProduct(transaction, { productId: before.id, variantId }, after);
    await setPrice(deps, transaction, variantId, saved.price);
    await record('product-updated', ['product', before.id], {
      name: data.name,
      changed: changedFields(before, after, call.body.brand_name),
      price: priceOf(after),
    });
    return saved.proposed;
  });
  if (proposed === null) return 'Product updated successfully';
  await announcePrice(deps, call.actor, before, wanted, proposed);
  return `Saved, but for the price: ${formatMoney(wanted)} is far from the last ones and waits for a second administrator`;
}

const priceOf = (data: ProductData) => formatMoney({ amount: data.priceMinor, currency: data.currency });
const recordChange = (record: Recording, { id, name }: OfficeProduct, changed: string) =>
  record('product-updated', ['product', id], { name, changed });

/** @throws ApiError 422 for an unknown brand, a currency that is not offered, or a price of zero */
async function readProduct(
  { database, rules }: Pick<BffDeps, 'database' | 'rules'>,
  body: ProductBody,
): Promise<ProductData> {
  if (!rules().currencies.includes(body.currency)) {
    throw invalidField('currency', `The store offers nothing in ${body.currency}.`);
  }
  const brandId = await findBrandId(database, body.brand_name);
  if (brandId === null) throw invalidField('brand_name', `There is no brand named ${body.brand_name}. Add it first.`);
  // Invoices have both.
  await requirePrintable('name', body.name);
  await requirePrintable('variant_name', body.variant_name);
  const price = readAmount('price', body.price, body.currency);
  if (price.amount <= 0n) throw invalidField('price', 'Price must be greater than 0');
  return {
    name: body.name,
    variantName: body.variant_name,
    shortDescription: body.short_description ?? '',
    description: await sanitiseDescription(body.description ?? ''),
    category: body.category_name,
    brandId,
    region: body.region,
    currency: price.currency,
    priceMinor: price.amount,
    isPermanentOutOfStock: body.is_permanent_out_of_stock,
  };
}
