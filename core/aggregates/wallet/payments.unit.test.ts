import { describe, it } from 'node:test';
import type { WalletCommand } from './commands.ts';
import {
  cancel,
  cancelled,
  creditDeposit,
  credited,
  eur,
  given,
  held,
  id,
  limited,
  opened,
  paid,
  pay,
  queued,
  refund,
  refunded,
  release,
  released,
  setLimit,
  usd,
  walletId,
} from './testing/wallet-story.ts';

describe('a payment', () => {
  it('is taken at once where it is covered, to the last cent', () => {
    given(opened, credited(1, 500n))
      .when(pay(1, usd(500n)))
      .thenEvents(paid(1, 500n));
  });
  it('books the conversion fee apart from the sale', () => {
    given(opened, credited(1, 500n))
      .when(pay(1, usd(500n), usd(10n)))
      .thenEvents(paid(1, 500n, 10n));
    given(opened, credited(1, 500n))
      .when(pay(1, usd(10n), usd(10n)))
      .thenEvents(paid(1, 10n, 10n));
  });
  it('is queued where it is not covered by a cent', () => {
    given(opened, credited(1, 499n))
      .when(pay(1, usd(500n), usd(3n)))
      .thenEvents(queued(1, 500n, 3n));
  });
  it('may use the credit limit', () => {
    given(opened, limited(500n))
      .when(pay(1, usd(500n)))
      .thenEvents(paid(1, 500n));
    given(opened, limited(500n))
      .when(pay(1, usd(501n)))
      .thenEvents(queued(1, 501n));
  });
  it('may not use held funds', () => {
    given(opened, credited(1, 500n), held(9, 1n))
      .when(pay(1, usd(500n)))
      .thenEvents(queued(1, 500n));
  });
  it('that is covered does not wait for an earlier one that is not', () => {
    given(opened, credited(1, 100n), queued(1, 500n))
      .when(pay(2, usd(50n)))
      .thenEvents(paid(2, 50n));
  });
  it('is taken or queued once', () => {
    given(opened, credited(1, 500n), paid(1, 500n))
      .when(pay(1, usd(500n)))
      .thenNothing();
    given(opened, queued(1, 500n))
      .when(pay(1, usd(500n)))
      .thenNothing();
    given(opened, credited(1, 500n), paid(1, 500n), refunded(1, 500n))
      .when(pay(1, usd(500n)))
      .thenNothing();
  });
  it('is refused under a used reference with other data', () => {
    given(opened, credited(1, 500n), paid(1, 500n))
      .when(pay(1, usd(400n)))
      .thenRefused('reference_reused');
    given(opened, queued(1, 500n))
      .when(pay(1, usd(400n)))
      .thenRefused('reference_reused');
    given(opened, queued(1, 500n))
      .when(pay(1, usd(500n), usd(1n)))
      .thenRefused('reference_reused');
  });
  it('is refused when its reference does not name its document', () => {
    given(opened)
      .when({ ...pay(1, usd(5n)), reference: `order:${id(2)}` } as WalletCommand)
      .thenRefused('invalid_value');
  });
  it('is refused with a fee outside the amount, a wrong currency or amount', () => {
    given(opened)
      .when(pay(1, usd(5n), usd(6n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(pay(1, usd(5n), usd(-1n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(pay(1, usd(5n), eur(1n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(pay(1, eur(5n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(pay(1, usd(0n)))
      .thenRefused('invalid_value');
  });
});

describe('queued payments', () => {
  const waiting = [opened, queued(1, 100n), queued(2, 50n), queued(3, 70n)];
  it('are taken oldest first when a deposit arrives, for as long as the next one is covered', () => {
    given(...waiting)
      .when(creditDeposit(1, usd(160n)))
      .thenEvents(credited(1, 160n), paid(1, 100n), paid(2, 50n));
    given(...waiting)
      .when(creditDeposit(1, usd(99n)))
      .thenEvents(credited(1, 99n));
    given(...waiting)
      .when(creditDeposit(1, usd(220n)))
      .thenEvents(credited(1, 220n), paid(1, 100n), paid(2, 50n), paid(3, 70n));
  });
  it('are taken when a refund, a released hold or a higher limit brings funds', () => {
    given(opened, credited(1, 100n), paid(5, 100n), queued(1, 100n))
      .when(refund(5))
      .thenEvents(refunded(5, 100n), paid(1, 100n));
    given(opened, credited(1, 100n), held(9, 100n), queued(1, 100n))
      .when(release(9))
      .thenEvents(released(9, 100n), paid(1, 100n));
    given(opened, queued(1, 100n))
      .when(setLimit(usd(100n)))
      .thenEvents(limited(100n), paid(1, 100n));
  });
  it('are taken when the one before them is cancelled', () => {
    given(opened, credited(1, 60n), queued(1, 100n), queued(2, 50n))
      .when(cancel(1))
      .thenEvents(cancelled(1), paid(2, 50n));
  });
  it('are not taken twice', () => {
    given(...waiting, credited(1, 100n), paid(1, 100n))
      .when(creditDeposit(2, usd(50n)))
      .thenEvents(credited(2, 50n), paid(2, 50n));
  });
});

describe('cancelling a payment', () => {
  it('takes a queued one out', () => given(opened, queued(1, 5n)).when(cancel(1)).thenEvents(cancelled(1)));
  it('that never arrived keeps it from arriving late', () => {
    given(opened).when(cancel(1)).thenEvents(cancelled(1));
    given(opened, credited(1, 500n), cancelled(1))
      .when(pay(1, usd(5n)))
      .thenNothing();
  });
  it('happens once', () => given(opened, cancelled(1)).when(cancel(1)).thenNothing());
  it('is refused once it was taken, also after its refund', () => {
    given(opened, credited(1, 5n), paid(1, 5n))
      .when(cancel(1))
      .thenRefused('invalid_state', /refunded/);
    given(opened, credited(1, 5n), paid(1, 5n), refunded(1, 5n)).when(cancel(1)).thenRefused('invalid_state');
  });
  it('is refused for a reference of another kind', () => {
    given(opened, credited(1, 5n))
      .when({ type: 'CancelPayment', walletId, reference: `deposit:${id(1)}` })
      .thenRefused('reference_reused');
  });
});

describe('refunding a payment', () => {
  const history = [opened, credited(1, 500n), paid(1, 500n, 10n)];
  it('reverses the sale and the conversion fee', () => {
    given(...history)
      .when(refund(1))
      .thenEvents(refunded(1, 500n, 10n));
  });
  it('happens once', () => {
    given(...history, refunded(1, 500n, 10n))
      .when(refund(1))
      .thenNothing();
    given(...history, refunded(1, 500n, 10n))
      .when(refund(1, 'refund:again'))
      .thenRefused('invalid_state', /already/);
  });
  it('is refused for an unknown, queued or cancelled payment, or a deposit', () => {
    given(opened).when(refund(1)).thenRefused('not_found');
    given(opened, queued(1, 5n)).when(refund(1)).thenRefused('invalid_state');
    given(opened, cancelled(1)).when(refund(1)).thenRefused('invalid_state');
    given(opened, credited(1, 5n))
      .when({ type: 'RefundPayment', walletId, reference: `deposit:${id(1)}`, refundReference: 'r' })
      .thenRefused('invalid_state');
  });
  it('is refused under a reference used for something else', () => {
    given(...history)
      .when(refund(1, `deposit:${id(1)}`))
      .thenRefused('reference_reused');
    given(...history, queued(3, 900n))
      .when(refund(1, `order:${id(3)}`))
      .thenRefused('reference_reused');
    given(opened, credited(1, 500n), paid(1, 100n), paid(2, 100n), refunded(2, 100n))
      .when(refund(1, `refund:${id(2)}`))
      .thenRefused('reference_reused');
  });
});
