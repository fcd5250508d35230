import { describe, it } from 'node:test';
import { accounts, credit, debit } from '#core/kernel/money/postings.ts';
import type { OrderCommand } from './commands.ts';
import type { OrderEvent } from './events.ts';
import {
  cancel,
  cancelled,
  codes,
  digest,
  fulfil,
  fulfilled,
  given,
  id,
  orderId,
  paid,
  place,
  placed,
  refund,
  reveal,
  usd,
} from './testing/order-story.ts';

describe('an order that is paid and waits for stock', () => {
  const [sales, fees, undelivered] = [
    accounts.sales('USD'),
    accounts.conversionFees('USD'),
    accounts.undelivered('USD'),
  ];
  const total = placed.type === 'OrderPlaced' ? placed.data.total : usd(0n);
  const fee = placed.type === 'OrderPlaced' ? placed.data.conversionFees : usd(0n);
  const net = usd(total.amount - fee.amount);
  const deferred: OrderEvent = {
    type: 'OrderDeferred',
    data: { held: total, postings: [debit(sales, net), debit(fees, fee), credit(undelivered, total)] },
  };
  const defer: OrderCommand = { type: 'DeferOrder', orderId };

  it('holds its payment once, and only while it is paid', () => {
    given(placed, paid).when(defer).thenEvents(deferred);
    given(placed, paid, deferred).when(defer).thenNothing();
    given(placed).when(defer).thenNothing();
    given(placed, paid, fulfilled).when(defer).thenNothing();
  });
  it('earns it with the delivery', () => {
    const postings = [credit(sales, net), credit(fees, fee), debit(undelivered, total)];
    given(placed, paid, deferred)
      .when(fulfil())
      .thenEvents({ type: 'OrderFulfilled', data: { lines: codes, postings } });
  });
  it('gives it back from what is held when it is cancelled', () => {
    given(placed, paid, deferred)
      .when(cancel)
      .thenEvents({ ...cancelled(true), data: { ...cancelled(true).data, held: total } } as OrderEvent);
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
