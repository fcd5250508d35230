import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SealedText } from '#core/kernel/log/event.ts';
import { money } from '#core/kernel/money/money.ts';
import type { OrderCommand } from './commands.ts';
import { MAX_LINES, MAX_QUANTITY } from './limits.ts';
import {
  cancel,
  cancelled,
  codes,
  digest,
  expire,
  expired,
  fulfil,
  fulfilled,
  given,
  id,
  line,
  paid,
  pay,
  place,
  placed,
  refund,
  refunded,
  reveal,
  times,
  usd,
} from './testing/order-story.ts';

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

describe('cancelling an order', () => {
  it('says whether it was paid, and happens once', () => {
    given(placed).when(cancel).thenEvents(cancelled(false));
    given(placed, paid).when(cancel).thenEvents(cancelled(true));
    given(placed, paid, cancelled(true)).when(cancel).thenNothing();
    given(placed, expired)
      .when({ ...cancel, note: null } as OrderCommand)
      .thenNothing();
  });
  it('is refused with other notes, which would be lost', () => {
    for (const before of [
      [placed, expired],
      [placed, paid, cancelled(true)],
    ]) {
      given(...before)
        .when({ ...cancel, note: SealedText.parse('other') } as OrderCommand)
        .thenRefused('invalid_state', /cancelled already, with other notes/);
    }
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
