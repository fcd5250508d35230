import { describe, it } from 'node:test';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';
import type { CustomerCommand } from './commands.ts';
import { customerDecider } from './decider.ts';
import type { CustomerEvent } from './events.ts';

const { given } = specificationOf(customerDecider);
const customerId = '00000000-0000-4000-8000-000000000001';
const registered: CustomerEvent = { type: 'CustomerRegistered', data: { customerId } };
const discount = (basisPoints: number, by = ALONE): CustomerCommand => ({
  type: 'SetDiscount',
  customerId,
  productId: 'p',
  basisPoints,
  by,
});
const discounted = (basisPoints: number): CustomerEvent => ({
  type: 'CustomerDiscountSet',
  data: { productId: 'p', basisPoints },
});

describe('a discount', () => {
  it('is set, changed and removed; the same again changes nothing', () => {
    given(registered).when(discount(250)).thenEvents(discounted(250));
    given(registered, discounted(250)).when(discount(250)).thenNothing();
    given(registered, discounted(250)).when(discount(0)).thenEvents(discounted(0));
    given(registered).when(discount(0)).thenNothing();
  });
  it('lies between 0 and 100 percent, in whole basis points', () => {
    given(registered).when(discount(10_000)).thenEvents(discounted(10_000));
    for (const basisPoints of [-1, 10_001, 0.5, Number.NaN]) {
      given(registered).when(discount(basisPoints)).thenRefused('invalid_value');
    }
  });
});

describe('a discount above what one administrator may grant', () => {
  const set = (basisPoints: number, id: string) => discount(basisPoints, { id, aloneUpTo: 2_000n });
  const proposed = (basisPoints: number, by = 'ann'): CustomerEvent => ({
    type: 'CustomerDiscountProposed',
    data: { productId: 'p', basisPoints, by },
  });
  const reject: CustomerCommand = { type: 'RejectDiscount', customerId, productId: 'p' };
  const rejected: CustomerEvent = { type: 'CustomerDiscountRejected', data: { productId: 'p', basisPoints: 3_000 } };
  const confirmed: CustomerEvent = {
    type: 'CustomerDiscountSet',
    data: { productId: 'p', basisPoints: 3_000, firstApprovedBy: 'ann' },
  };

  it('waits for a second one, who confirms exactly it', () => {
    given(registered).when(set(2_000, 'ann')).thenEvents(discounted(2_000));
    given(registered).when(set(3_000, 'ann')).thenEvents(proposed(3_000));
    given(registered, proposed(3_000)).when(set(3_000, 'ben')).thenEvents(confirmed);
    given(registered, proposed(3_000), confirmed).when(set(3_000, 'ann')).thenNothing();
  });
  it('is refused to the same one, and with another figure to another one', () => {
    given(registered, proposed(3_000))
      .when(set(3_000, 'ann'))
      .thenRefused('invalid_state', /A second administrator has to confirm it/);
    for (const other of [2_999, 1_000]) {
      given(registered, proposed(3_000))
        .when(set(other, 'ben'))
        .thenRefused('invalid_state', /a discount of 30 %\. Confirm exactly that, or reject it/);
    }
  });
  it('is changed by the one who asked, which takes the first yes back', () => {
    given(registered, proposed(3_000)).when(set(4_000, 'ann')).thenEvents(proposed(4_000));
    given(registered, proposed(3_000), proposed(4_000)).when(set(3_000, 'ben')).thenRefused('invalid_state', /40 %/);
    given(registered, proposed(3_000)).when(set(1_050, 'ann')).thenEvents(discounted(1_050));
    given(registered, proposed(3_000), discounted(1_050)).when(set(3_000, 'ben')).thenEvents(proposed(3_000, 'ben'));
  });
  it('is taken back by anybody, once, and waits for each product by itself', () => {
    given(registered, proposed(3_000)).when(reject).thenEvents(rejected);
    given(registered, proposed(3_000), rejected).when(reject).thenNothing();
    given(registered, proposed(3_000), rejected).when(set(3_000, 'ben')).thenEvents(proposed(3_000, 'ben'));
    given(registered, proposed(3_000))
      .when({ ...reject, productId: 'q' })
      .thenNothing();
  });
  it('needs nobody else to be lowered, which takes back what waits', () => {
    given(registered, discounted(9_000)).when(set(8_000, 'ann')).thenEvents(discounted(8_000));
    given(registered, discounted(500), proposed(3_000)).when(set(0, 'ben')).thenEvents(discounted(0));
    given(registered, discounted(500), proposed(3_000), discounted(0)).when(reject).thenNothing();
  });

  const planned = (shown: number, basisPoints: number, id = 'ann', first: string | null = null): CustomerCommand => ({
    type: 'SetDiscounts',
    customerId,
    by: { id, aloneUpTo: 2_000n },
    first,
    discounts: [
      { productId: 'p', shown, basisPoints },
      { productId: 'q', shown: 0, basisPoints: 100 },
    ],
  });
  const other: CustomerEvent = { type: 'CustomerDiscountSet', data: { productId: 'q', basisPoints: 100 } };

  it('of several is set where it is as it was shown, and nothing waits', () => {
    given(registered).when(planned(0, 500)).thenEvents(discounted(500), other);
    given(registered, discounted(500), other).when(planned(0, 500)).thenNothing();
    given(registered, discounted(700)).when(planned(500, 600)).thenEvents(other);
    given(registered, proposed(3_000)).when(planned(0, 500)).thenEvents(other);
    given(registered, discounted(3_000)).when(planned(3_000, 0)).thenEvents(discounted(0), other);
    given(registered).when(planned(0, 10_001)).thenRefused('invalid_value');
  });
  it('of several takes the second one, too', () => {
    const both = { ...other, data: { ...other.data, firstApprovedBy: 'ann' } } as CustomerEvent;
    given(registered).when(planned(0, 3_000)).thenEvents(other);
    given(registered)
      .when(planned(0, 3_000, 'ben', 'ann'))
      .thenEvents(confirmed, both);
    given(registered)
      .when(planned(0, 3_000, 'ann', 'ann'))
      .thenRefused('invalid_state', /A second administrator/);
  });
});
