import { describe, it } from 'node:test';
import { SealedText } from '#core/kernel/log/event.ts';
import { money } from '#core/kernel/money/money.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';
import type { WithdrawalCommand } from './commands.ts';
import { withdrawalDecider } from './decider.ts';
import type { WithdrawalEvent } from './events.ts';

const { given } = specificationOf(withdrawalDecider);
const withdrawalId = '00000000-0000-4000-8000-000000000001';
const customerId = '00000000-0000-4000-8000-000000000002';
const walletId = '00000000-0000-4000-8000-000000000003';
const note = SealedText.parse('sealed');
const amount = money(500n, 'EUR');

const details = {
  withdrawalId,
  number: 'WDR-1',
  customerId,
  walletId,
  amount,
  requestedBy: 'customer' as const,
  bankSnapshotId: null,
  userNote: note,
  adminNote: null,
};
const request: WithdrawalCommand = { type: 'RequestWithdrawal', ...details };
const requested: WithdrawalEvent = { type: 'WithdrawalRequested', data: details };
const confirm: WithdrawalCommand = { type: 'ConfirmFundsHeld', withdrawalId };
const held: WithdrawalEvent = { type: 'WithdrawalFundsHeld', data: {} };
const fail: WithdrawalCommand = { type: 'FailWithdrawal', withdrawalId, reason: 'no funds' };
const failed: WithdrawalEvent = { type: 'WithdrawalFailed', data: { reason: 'no funds' } };
/** One administrator is enough up to 500. */
const completeBy = (id: string, aloneUpTo = 500n) => ({
  type: 'CompleteWithdrawal' as const,
  withdrawalId,
  note,
  now: '2026-11-02T10:00:00.000Z',
  by: { id, aloneUpTo },
});
const complete = completeBy('ann');
const completed: WithdrawalEvent = {
  type: 'WithdrawalCompleted',
  data: {
    amount,
    note,
    postings: [
      { account: 'liabilities:payouts:EUR', amount },
      { account: 'assets:bank:EUR', amount: money(-500n, 'EUR') },
    ],
  },
};
const reject: WithdrawalCommand = { type: 'RejectWithdrawal', withdrawalId, adminNote: note, userNote: null };
const rejected: WithdrawalEvent = { type: 'WithdrawalRejected', data: { adminNote: note, userNote: null } };

describe('requesting a withdrawal', () => {
  it('records it once', () => {
    given().when(request).thenEvents(requested);
    given(requested).when(request).thenNothing();
    given(requested, held, completed).when(request).thenNothing();
  });
  it('is refused with other data under the same id, and at or below zero', () => {
    given(requested)
      .when({ ...request, amount: money(1n, 'EUR') })
      .thenRefused('already_exists');
    given(requested)
      .when({ ...request, number: 'WDR-2' })
      .thenRefused('already_exists');
    given(requested)
      .when({ ...request, walletId: customerId })
      .thenRefused('already_exists');
    given(requested)
      .when({ ...request, customerId: walletId })
      .thenRefused('already_exists');
    given()
      .when({ ...request, amount: money(0n, 'EUR') })
      .thenRefused('invalid_value');
  });
  it('comes before everything else', () => {
    for (const command of [confirm, fail, complete, reject]) given().when(command).thenRefused('not_found');
  });
});

describe('its funds', () => {
  it('are confirmed as held once, also when that is heard of late', () => {
    given(requested).when(confirm).thenEvents(held);
    given(requested, held).when(confirm).thenNothing();
    given(requested, held, completed).when(confirm).thenNothing();
    given(requested, held, rejected).when(confirm).thenNothing();
  });
  it('cannot be held any more once it failed', () => {
    given(requested, failed).when(confirm).thenRefused('invalid_state');
  });
  it('may turn out not to be there, once, and not after they were held', () => {
    given(requested).when(fail).thenEvents(failed);
    given(requested, failed).when(fail).thenNothing();
    given(requested, held).when(fail).thenRefused('invalid_state');
  });
});

describe('completing and rejecting a withdrawal', () => {
  it('settles the payout against the bank, once', () => {
    given(requested, held).when(complete).thenEvents(completed);
    given(requested, held, completed).when(complete).thenNothing();
  });
  it('keeps the day on which the bank paid it, once', () => {
    const paidOn = { ...completed, data: { ...completed.data, valueDate: '2026-10-31' } } as WithdrawalEvent;
    given(requested, held)
      .when({ ...complete, valueDate: '2026-10-31' })
      .thenEvents(paidOn);
    given(requested, held, paidOn).when(complete).thenNothing();
    given(requested, held, paidOn)
      .when({ ...complete, valueDate: '2026-10-30' })
      .thenRefused('invalid_state', /another value date/);
  });
  it('rejects it once', () => {
    given(requested, held).when(reject).thenEvents(rejected);
    given(requested, held, rejected).when(reject).thenNothing();
  });
  it('is refused with other notes, which would be lost', () => {
    const other = SealedText.parse('other');
    for (const [decided, again] of [
      [completed, { ...complete, note: other }],
      [rejected, { ...reject, adminNote: other }],
      [rejected, { ...reject, userNote: other }],
    ] as [WithdrawalEvent, WithdrawalCommand][]) {
      given(requested, held, decided)
        .when(again)
        .thenRefused('invalid_state', /it was decided with another value date or other notes\. Nothing was changed/);
    }
    given(requested, held, completed)
      .when({ ...complete, note: null })
      .thenNothing();
  });
  it('needs the funds to be held first', () => {
    for (const command of [complete, reject]) {
      given(requested)
        .when(command)
        .thenRefused('invalid_state', /waiting for its funds/);
      given(requested, failed)
        .when(command)
        .thenRefused('invalid_state', /failed/);
    }
  });
  it('excludes the other', () => {
    given(requested, held, completed).when(reject).thenRefused('invalid_state');
    given(requested, held, rejected).when(complete).thenRefused('invalid_state');
  });
});

describe('paying out more than one administrator may', () => {
  const proposed: WithdrawalEvent = { type: 'WithdrawalPayoutProposed', data: { note, by: 'ann' } };
  const by = (id: string) => completeBy(id, 499n);
  const confirmed = { ...completed, data: { ...completed.data, firstApprovedBy: 'ann' } } as WithdrawalEvent;

  it('waits for a second one, who completes it', () => {
    given(requested, held).when(by('ann')).thenEvents(proposed);
    given(requested, held, proposed).when(by('ben')).thenEvents(confirmed);
    given(requested, held, proposed, confirmed).when(by('ben')).thenNothing();
  });
  describe('from a line of the bank, with its value date', () => {
    const line = { valueDate: '2026-10-31', bankLineId: 'a'.repeat(64) };
    const dated = { ...proposed, data: { ...proposed.data, ...line } } as WithdrawalEvent;
    const paid = { ...confirmed, data: { ...confirmed.data, ...line } } as WithdrawalEvent;
    it('keeps both from the first approval on', () => {
      given(requested, held)
        .when({ ...by('ann'), ...line })
        .thenEvents(dated);
      given(requested, held, dated)
        .when({ ...by('ben'), bankLineId: line.bankLineId })
        .thenEvents(paid);
    });
    it('is confirmed by naming the same line and no other day', () => {
      given(requested, held, dated)
        .when(by('ben'))
        .thenRefused('invalid_state', /from a line of the bank/);
      for (const other of [
        { ...line, valueDate: '2026-10-30' },
        { ...line, bankLineId: 'b'.repeat(64) },
      ])
        given(requested, held, dated)
          .when({ ...by('ben'), ...other })
          .thenRefused('invalid_state', /a payout of €5\.00, value date 2026-10-31, from a line of the bank/);
    });
    it('may get both with the second approval', () => {
      given(requested, held, proposed)
        .when({ ...by('ben'), ...line })
        .thenEvents(paid);
    });
  });
  it('is refused to the same one, and adds nothing', () => {
    given(requested, held, proposed)
      .when(by('ann'))
      .thenRefused('invalid_state', /A second administrator has to confirm it\. Nothing was changed/);
  });
  it('can be rejected by either, and its funds stay held meanwhile', () => {
    given(requested, held, proposed).when(reject).thenEvents(rejected);
    given(requested, held, proposed).when(confirm).thenNothing();
    given(requested, held, proposed).when(fail).thenRefused('invalid_state');
  });
});

describe('a withdrawal that an administrator made', () => {
  const made: WithdrawalEvent = {
    type: 'WithdrawalRequested',
    data: { ...details, requestedBy: 'administrator', madeBy: 'ann' },
  };
  it('is completed by another one, however small it is', () => {
    given(made, held)
      .when(complete)
      .thenRefused(
        'invalid_state',
        /You have made this withdrawal yourself\. A second administrator has to complete it/,
      );
    given(made, held)
      .when(completeBy('ben', 1n))
      .thenEvents({ ...completed, data: { ...completed.data, firstApprovedBy: 'ann' } } as WithdrawalEvent);
  });
  it('takes two others when who made it may not approve any more', () => {
    const by = (id: string) => ({ ...complete, by: { id, aloneUpTo: 1_000_000n, lapsed: ['ann'] } });
    const proposedByBen: WithdrawalEvent = { type: 'WithdrawalPayoutProposed', data: { note, by: 'ben' } };
    given(made, held).when(by('ben')).thenEvents(proposedByBen);
    given(made, held, proposedByBen)
      .when(by('carl'))
      .thenEvents({ ...completed, data: { ...completed.data, firstApprovedBy: 'ben' } } as WithdrawalEvent);
  });
  it('can be rejected by the one who made it', () => {
    given(made, held).when(reject).thenEvents(rejected);
  });
});

describe('a withdrawal to an account that was never paid before', () => {
  const payableFrom = '2026-11-02T10:00:00.000Z';
  const isNew: WithdrawalEvent = { type: 'WithdrawalRequested', data: { ...details, payableFrom } };
  const early = { ...complete, now: '2026-11-02T09:59:59.999Z' };
  it('records from when on it may be paid', () => {
    given()
      .when({ ...request, payableFrom })
      .thenEvents(isNew);
    given(isNew)
      .when({ ...request, payableFrom: '2026-11-03T10:00:00.000Z' })
      .thenNothing();
  });
  it('is not paid before, nor approved for it', () => {
    for (const command of [early, { ...early, by: { id: 'ann', aloneUpTo: 1n } }])
      given(isNew, held)
        .when(command)
        .thenRefused('invalid_state', /never paid before: it can be paid from 2026-11-02 10:00 UTC on/);
    given(isNew, held).when(complete).thenEvents(completed);
  });
  it('can be rejected at once', () => {
    given(isNew, held).when(reject).thenEvents(rejected);
  });
});
