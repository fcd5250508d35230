import { createProduct, type TestProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, type TestCustomer } from '#infra/proof/api/customers.ts';
import type { FaultStack } from '../faults/stack.ts';
import { createHttpCaller, type HttpCaller } from './http-caller.ts';
import { drive } from './measure.ts';

export const PEOPLE = 16;
export const PRODUCTS = 60;
export const CODES_EACH = 50;
/** Enough that no shelf and no wallet becomes empty. */
const MUCH_MONEY = 100_000_000n;

export type Shop = Pick<FaultStack, 'app' | 'deps' | 'url'>;
export type Shopper = { readonly customer: TestCustomer; readonly http: HttpCaller };

export async function fillShelves(shop: Shop): Promise<TestProduct[]> {
  const products: TestProduct[] = [];
  for (let index = 0; index < PRODUCTS; index += 1) {
    products.push(
      await createProduct(shop, { name: `Card ${index}`, brand: `Brand ${index % 12}`, codes: CODES_EACH }),
    );
  }
  return products;
}

/** New people with money. They are also added to `shoppers`, whose connections are closed at the end. */
export async function invite(shop: Shop, shoppers: Shopper[]): Promise<Shopper[]> {
  const people: Shopper[] = [];
  for (let index = 0; index < PEOPLE; index += 1) {
    const customer = await createCustomer(shop);
    await fund(shop, customer, 'EUR', MUCH_MONEY);
    people.push({ customer, http: createHttpCaller(shop.url) });
  }
  shoppers.push(...people);
  return people;
}

/** Runs `work` this many times, each person one at a time. */
export function together(
  shoppers: readonly Shopper[],
  count: number,
  work: (shopper: Shopper, index: number) => Promise<unknown>,
) {
  const idle = [...shoppers];
  return drive(count, shoppers.length, async (index) => {
    const shopper = idle.pop();
    if (!shopper) throw new Error('Everybody is busy.');
    await work(shopper, index);
    idle.push(shopper);
  });
}

export async function get({ http, customer }: Shopper, path: string): Promise<string> {
  const answer = await http.call('GET', path, customer.headers);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.text;
}
