import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SealedText } from '#core/kernel/event.ts';
import { money } from '#core/kernel/money.ts';
import { accounts, credit, debit } from '#core/kernel/postings.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';
import type { OrderCommand } from './commands.ts';
import { orderDecider } from './decider.ts';
import type { OrderEvent, OrderLine } from './events.ts';
import { MAX_LINES, MAX_QUANTITY } from './limits.ts';

const { given } = specificationOf(orderDecider);
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [orderId, customerId, walletId] = [id(1), id(2), id(3)];
const usd = (amount: bigint) => money(amount, 'USD');
const note = SealedText.parse('sealed');
const digest = (letter: string) => letter.repeat(64);

const line = (n: number, change: Partial<OrderLine> = {}): OrderLine => ({
  lineId: id(n),
  productId: 'p',
  variantId: 'v',
  productName: 'Card',
  variantName: '10',
  brandName: 'Brand',
  region: 'Global',
  quantity: 2,
  unitPrice: usd(1000n),
  discount: usd(100n),
  conversionFee: usd(38n),
  total: usd(1938n),
  ...change,
});
const lines = [line(11), line(12, { quantity: 1, discount: usd(0n), conversionFee: usd(0n), total: usd(1000n) })];
const details = { orderId, number: 'ORD-1', customerId, walletId, currency: 'USD' as const };
const times = { placedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-03T00:00:00Z' };
const place: Extract<OrderCommand, { type: 'PlaceOrder' }> = { type: 'PlaceOrder', ...details, lines, ...times };
const placed: OrderEvent = {
  type: 'OrderPlaced',
  data: {
    ...details,
    lines,
    subtotal: usd(3000n),
    discount: usd(100n),
    conversionFees: usd(38n),
    total: usd(2938n),
    ...times,
  },
};
const pay = (paymentReference = 'order:1', amount = usd(2938n)): OrderCommand => ({
  type: 'MarkOrderPaid',
  orderId,
  paymentReference,
  amount,
});
const paid: OrderEvent = { type: 'OrderPaid', data: { paymentReference: 'order:1', amount: usd(2938n) } };
const codes = [
  { lineId: id(11), quantity: 2, codesDigest: digest('a') },
  { lineId: id(12), quantity: 1, codesDigest: digest('b') },
];
const fulfil = (with_ = codes): OrderCommand => ({ type: 'FulfilOrder', orderId, lines: with_ });
const fulfilled: OrderEvent = { type: 'OrderFulfilled', data: { lines: codes } };
const cancel: OrderCommand = { type: 'CancelOrder', orderId, reason: 'customer', note };
const cancelled = (wasPaid: boolean): OrderEvent => ({
  type: 'OrderCancelled',
  data: { reason: 'customer', wasPaid, note },
});
const expire = (now = times.expiresAt): OrderCommand => ({ type: 'ExpireOrder', orderId, now });
const expired: OrderEvent = { type: 'OrderCancelled', data: { reason: 'expired', wasPaid: false, note: null } };
const refund = (refundReference = 'refund:1', amount = usd(2938n)): OrderCommand => ({
  type: 'MarkOrderRefunded',
  orderId,
  refundReference,
  amount,
});
const refunded: OrderEvent = { type: 'OrderRefunded', data: { refundReference: 'refund:1', amount: usd(2938n) } };
const reveal = (count: number): OrderCommand => ({ type: 'RevealCodes', orderId, codes: count });

describe('placing an order', () => {
  it('adds up its lines', () => given().when(place).thenEvents(placed));
  it('happens once, whenever it is repeated', () => {
    given(placed).when(place).thenNothing();
    given(placed, paid, fulfilled)
      .when({ ...place, placedAt: '2026-01-02T00:00:00Z' })
      .thenNothing();
  });
  it('is refused with other data under the same id', () => {
    given(placed)
      .when({ ...place, walletId: id(9) })
      .thenRefused('already_exists');
    given(placed)
      .when({ ...place, lines: [line(11)] })
      .thenRefused('already_exists');
    given(placed)
      .when({ ...place, number: 'ORD-2' })
      .thenRefused('already_exists');
  });
  it('is refused without lines, with too many, or with the same one twice', () => {
    given()
      .when({ ...place, lines: [] })
      .thenRefused('invalid_value');
    const many = Array.from({ length: MAX_LINES + 1 }, (_, n) => line(100 + n));
    given()
      .when({ ...place, lines: many })
      .thenRefused('invalid_value');
    assert.equal(
      given()
        .when({ ...place, lines: many.slice(1) })
        .events().length,
      1,
    );
    given()
      .when({ ...place, lines: [line(11), line(11)] })
      .thenRefused('invalid_value');
  });
  it('is refused when a line does not add up', () => {
    for (const change of [
      { total: usd(1937n) },
      { total: usd(1939n) },
      { quantity: 3 },
      { quantity: 0, total: usd(-62n) },
      { quantity: 1.5 },
      { quantity: MAX_QUANTITY + 1 },
      { unitPrice: usd(0n) },
      { discount: usd(-1n), total: usd(2039n) },
      { discount: usd(2001n), total: usd(37n) },
      { conversionFee: usd(-1n), total: usd(1899n) },
      { conversionFee: money(38n, 'EUR') },
      { total: money(1938n, 'EUR') },
    ]) {
      given()
        .when({ ...place, lines: [line(11, change)] })
        .thenRefused('invalid_value');
    }
  });
  it('is refused when it costs nothing, or expires before it begins', () => {
    const gift = line(11, { discount: usd(2000n), conversionFee: usd(0n), total: usd(0n) });
    given()
      .when({ ...place, lines: [gift] })
      .thenRefused('invalid_value', /total/);
    given()
      .when({ ...place, expiresAt: times.placedAt })
      .thenRefused('invalid_value');
    given()
      .when({ ...place, expiresAt: 'never' })
      .thenRefused('invalid_value');
  });
  it('comes before everything else', () => {
    for (const command of [pay(), fulfil(), cancel, expire(), refund(), reveal(1)]) {
      given().when(command).thenRefused('not_found');
    }
  });
});

describe('paying an order', () => {
  it('happens once, and is recognised whatever became of the order', () => {
    given(placed).when(pay()).thenEvents(paid);
    given(placed, paid).when(pay()).thenNothing();
    given(placed, paid, fulfilled).when(pay()).thenNothing();
    given(placed, paid, cancelled(true), refunded).when(pay()).thenNothing();
  });
  it('is refused under another reference, with another amount, or after it was cancelled', () => {
    given(placed, paid).when(pay('order:2')).thenRefused('reference_reused');
    given(placed)
      .when(pay('order:1', usd(2937n)))
      .thenRefused('invalid_value');
    given(placed)
      .when(pay('order:1', money(2938n, 'EUR')))
      .thenRefused('invalid_value');
    given(placed, cancelled(false)).when(pay()).thenRefused('invalid_state');
    given(placed, expired).when(pay()).thenRefused('invalid_state');
  });
});

describe('fulfilling an order', () => {
  it('delivers the codes of every line, once', () => {
    given(placed, paid).when(fulfil()).thenEvents(fulfilled);
    given(placed, paid, fulfilled).when(fulfil()).thenNothing();
    given(placed, paid, fulfilled)
      .when(fulfil([...codes].reverse()))
      .thenNothing();
  });
  it('is refused with other codes than before', () => {
    const others = codes.map((code) => ({ ...code, codesDigest: digest('c') }));
    given(placed, paid, fulfilled).when(fulfil(others)).thenRefused('reference_reused');
  });
  it('is refused when codes are missing or too many', () => {
    given(placed, paid)
      .when(fulfil(codes.slice(1)))
      .thenRefused('invalid_value');
    given(placed, paid)
      .when(fulfil(codes.map((code) => ({ ...code, quantity: 2 }))))
      .thenRefused('invalid_value');
    given(placed, paid)
      .when(fulfil([...codes, { lineId: id(13), quantity: 1, codesDigest: digest('d') }]))
      .thenRefused('invalid_value');
  });
  it('is refused unless it is paid', () => {
    given(placed)
      .when(fulfil())
      .thenRefused('invalid_state', /placed/);
    given(placed, paid, cancelled(true))
      .when(fulfil())
      .thenRefused('invalid_state', /cancelled/);
  });
});

describe('delivering an order in part', () => {
  const agreed: OrderEvent = { ...placed, data: { ...placed.data, mayDeliverInPart: true } } as OrderEvent;
  const [first, second] = [
    [{ lineId: id(11), quantity: 1, codesDigest: digest('a') }],
    [
      { lineId: id(11), quantity: 1, codesDigest: digest('a') },
      { lineId: id(12), quantity: 1, codesDigest: digest('b') },
    ],
  ];
  const { sales, conversionFees, undelivered } = {
    sales: accounts.sales('USD'),
    conversionFees: accounts.conversionFees('USD'),
    undelivered: accounts.undelivered('USD'),
  };
  /** Half of line 11 is 1000 − 50 + 19 = 969. */
  const partly: OrderEvent = {
    type: 'OrderPartlyFulfilled',
    data: {
      lines: first,
      held: usd(1969n),
      postings: [debit(sales, usd(1950n)), debit(conversionFees, usd(19n)), credit(undelivered, usd(1969n))],
    },
  };
  const more: OrderEvent = {
    type: 'OrderPartlyFulfilled',
    data: {
      lines: second,
      held: usd(969n),
      postings: [credit(sales, usd(1000n)), debit(undelivered, usd(1000n))],
    },
  };
  const last: OrderEvent = {
    type: 'OrderPartlyFulfilled',
    data: {
      lines: codes,
      held: usd(0n),
      postings: [credit(sales, usd(950n)), credit(conversionFees, usd(19n)), debit(undelivered, usd(969n))],
    },
  };
  const release = (amount: bigint): OrderCommand => ({ type: 'ReleaseRest', orderId, amount: usd(amount) });
  const released: OrderEvent = {
    type: 'OrderRestReleased',
    data: { lines: [{ lineId: id(11), quantity: 1 }], amount: usd(969n) },
  };

  it('keeps what its customer agreed to, and nothing where they did not', () => {
    given()
      .when({ ...place, mayDeliverInPart: true })
      .thenEvents(agreed);
    given()
      .when({ ...place, mayDeliverInPart: false })
      .thenEvents(placed);
    given(placed)
      .when({ ...place, mayDeliverInPart: true })
      .thenRefused('already_exists');
  });
  it('holds what is not delivered, and books it as sold as it is', () => {
    given(agreed, paid).when(fulfil(first)).thenEvents(partly);
    given(agreed, paid, partly).when(fulfil(second)).thenEvents(more);
    given(agreed, paid, partly, more).when(fulfil(codes)).thenEvents(last, fulfilled);
    given(agreed, paid).when(fulfil()).thenEvents(fulfilled);
  });
  it('happens once, and fewer codes than before are an answer that was overtaken', () => {
    given(agreed, paid, partly).when(fulfil(first)).thenNothing();
    given(agreed, paid, partly, more).when(fulfil(first)).thenNothing();
    given(agreed, paid, partly, last, fulfilled).when(fulfil(second)).thenNothing();
    const others = [{ lineId: id(11), quantity: 1, codesDigest: digest('z') }];
    given(agreed, paid, partly).when(fulfil(others)).thenRefused('reference_reused');
  });
  it('is refused without consent, with codes that were not ordered, and with some that are gone', () => {
    given(placed, paid).when(fulfil(first)).thenRefused('invalid_value');
    given(agreed, paid).when(fulfil([])).thenRefused('invalid_value');
    const strange = [{ lineId: id(19), quantity: 1, codesDigest: digest('a') }];
    given(agreed, paid).when(fulfil(strange)).thenRefused('invalid_value');
    given(agreed, paid)
      .when(fulfil([...first, ...first]))
      .thenRefused('invalid_value');
    const swapped = [{ lineId: id(12), quantity: 1, codesDigest: digest('b') }];
    given(agreed, paid, partly).when(fulfil(swapped)).thenRefused('invalid_value');
    given(agreed).when(fulfil(first)).thenRefused('invalid_state');
    given(agreed, paid, cancelled(true)).when(fulfil(first)).thenRefused('invalid_state');
  });
  it('releases the rest for what it is worth now, once, and then delivers nothing more', () => {
    given(agreed, paid, partly, more).when(release(969n)).thenEvents(released);
    given(agreed, paid, partly, more, released).when(release(969n)).thenNothing();
    given(agreed, paid, partly, more)
      .when(release(1969n))
      .thenRefused('invalid_value', /\$9\.69 now/);
    given(agreed, paid, partly, more, released).when(fulfil()).thenRefused('invalid_state');
    given(agreed, paid, partly, more, released).when(fulfil(second)).thenNothing();
  });
  it('releases nothing of an order that is whole, or of which nothing is delivered', () => {
    for (const events of [[agreed], [agreed, paid], [agreed, paid, fulfilled], [agreed, paid, cancelled(true)]]) {
      given(...events)
        .when(release(969n))
        .thenRefused('invalid_state');
    }
  });
  it('refunds a released rest, and cannot be cancelled', () => {
    const back: OrderEvent = { type: 'OrderRefunded', data: { refundReference: 'refund:1', amount: usd(969n) } };
    given(agreed, paid, partly, more, released)
      .when(refund('refund:1', usd(969n)))
      .thenEvents(back);
    given(agreed, paid, partly, more, released).when(refund()).thenRefused('invalid_value');
    given(agreed, paid, partly).when(refund()).thenRefused('invalid_state');
    given(agreed, paid, partly)
      .when(cancel)
      .thenRefused('invalid_state', /delivered/);
  });
  it('shows the codes that are there, and no more', () => {
    given(agreed, paid, partly)
      .when(reveal(1))
      .thenEvents({ type: 'OrderCodesRevealed', data: { codes: 1 } });
    given(agreed, paid, partly).when(reveal(2)).thenRefused('invalid_value');
    given(agreed, paid, partly, more, released)
      .when(reveal(2))
      .thenEvents({ type: 'OrderCodesRevealed', data: { codes: 2 } });
  });
});

describe('cancelling an order', () => {
  it('says whether it was paid, and happens once', () => {
    given(placed).when(cancel).thenEvents(cancelled(false));
    given(placed, paid).when(cancel).thenEvents(cancelled(true));
    given(placed, paid, cancelled(true)).when(cancel).thenNothing();
    given(placed, expired).when(cancel).thenNothing();
  });
  it('is refused once its codes were delivered', () => {
    given(placed, paid, fulfilled)
      .when(cancel)
      .thenRefused('invalid_state', /delivered/);
  });
});

describe('expiring an order', () => {
  it('cancels an unpaid one at its time, not before', () => {
    given(placed).when(expire()).thenEvents(expired);
    given(placed).when(expire('2026-01-02T23:59:59Z')).thenNothing();
  });
  it('leaves every other one alone', () => {
    given(placed, paid).when(expire()).thenNothing();
    given(placed, paid, fulfilled).when(expire()).thenNothing();
    given(placed, expired).when(expire()).thenNothing();
  });
});

describe('refunding an order', () => {
  it('happens once, after it was cancelled', () => {
    given(placed, paid, cancelled(true)).when(refund()).thenEvents(refunded);
    given(placed, paid, cancelled(true), refunded).when(refund()).thenNothing();
    given(placed, expired).when(refund()).thenEvents(refunded);
  });
  it('is refused otherwise', () => {
    given(placed, paid).when(refund()).thenRefused('invalid_state');
    given(placed, paid, fulfilled).when(refund()).thenRefused('invalid_state');
    given(placed, paid, cancelled(true))
      .when(refund('refund:1', usd(1n)))
      .thenRefused('invalid_value');
    given(placed, paid, cancelled(true), refunded).when(refund('refund:2')).thenRefused('reference_reused');
  });
});

describe('revealing codes', () => {
  it('is recorded each time', () => {
    given(placed, paid, fulfilled)
      .when(reveal(3))
      .thenEvents({ type: 'OrderCodesRevealed', data: { codes: 3 } });
    given(placed, paid, fulfilled, { type: 'OrderCodesRevealed', data: { codes: 3 } })
      .when(reveal(1))
      .thenEvents({ type: 'OrderCodesRevealed', data: { codes: 1 } });
  });
  it('is refused before they are there, for none, and for more than were bought', () => {
    given(placed, paid).when(reveal(1)).thenRefused('invalid_state');
    given(placed, paid, fulfilled).when(reveal(0)).thenRefused('invalid_value');
    given(placed, paid, fulfilled).when(reveal(4)).thenRefused('invalid_value');
  });
});
