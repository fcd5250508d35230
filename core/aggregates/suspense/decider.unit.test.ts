import { describe, it } from 'node:test';
import { money } from '#core/kernel/money/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/money/postings.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';
import type { SuspenseCommand } from './commands.ts';
import { suspenseDecider } from './decider.ts';
import type { SuspenseEvent } from './events.ts';

const { given } = specificationOf(suspenseDecider);
const lineId = 'a'.repeat(64);
const amount = money(5_000n, 'EUR');
const [bank, suspense] = [accounts.bank('EUR'), accounts.suspense('EUR')];
const document = { kind: 'deposit', id: 'd1b0c1d2-0000-4000-8000-000000000001', number: 'DEP-000042' } as const;
const other = { ...document, id: 'd1b0c1d2-0000-4000-8000-000000000002', number: 'DEP-000043' };

const hold: SuspenseCommand = { type: 'HoldBankLine', lineId, amount, by: 'ada', receivedOn: '2026-10-30' };
const assign: SuspenseCommand = { type: 'AssignBankLine', lineId, amount, document, valueDate: '2026-10-30' };
const statement = { importedBy: 'cat', isProven: true };
const giveBack = (id: string, tied?: string[]): SuspenseCommand => ({
  type: 'ReturnBankLine',
  lineId,
  by: { id, tied },
  statement,
  valueDate: '2026-11-02',
});
const held: SuspenseEvent = {
  type: 'BankLineHeldInSuspense',
  data: {
    lineId,
    amount,
    by: 'ada',
    valueDate: '2026-10-30',
    postings: balanced(debit(bank, amount), credit(suspense, amount)),
  },
};
const out = balanced(debit(suspense, amount), credit(bank, amount));
const assigned: SuspenseEvent = {
  type: 'BankLineAssigned',
  data: { lineId, amount, document, postings: out, valueDate: '2026-10-30' },
};
const returned: SuspenseEvent = {
  type: 'BankLineReturned',
  data: { lineId, amount, postings: out, valueDate: '2026-11-02' },
};

describe('a line of the bank in suspense', () => {
  it('is held once: the bank has it, and somebody is owed it', () => {
    given().when(hold).thenEvents(held);
    given(held).when(hold).thenNothing();
    given(held)
      .when({ ...hold, amount: money(1n, 'EUR') })
      .thenRefused('invalid_state', /another amount/);
    given()
      .when({ ...hold, amount: money(-5n, 'EUR') })
      .thenRefused('invalid_value');
  });
  it('is of its own day, or of a later one where its month is closed, and never of an earlier one', () => {
    given()
      .when({ ...hold, valueDate: '2026-11-01' })
      .thenEvents({ ...held, data: { ...held.data, valueDate: '2026-11-01' } });
    given()
      .when({ ...hold, valueDate: '2026-10-29' })
      .thenRefused('invalid_value', /came on 2026-10-30: it cannot be in suspense before/);
  });
  it('is not taken out before it was held, so that suspense never owes less than nothing', () => {
    given(held)
      .when({ ...assign, valueDate: '2026-10-20' })
      .thenEvents({ ...assigned, data: { ...assigned.data, valueDate: '2026-10-30' } });
  });
  it('is assigned to one deposit of its amount, which takes its booking back', () => {
    given(held).when(assign).thenEvents(assigned);
    given(held, assigned).when(assign).thenNothing();
    given(held, assigned)
      .when({ ...assign, document: other })
      .thenRefused('invalid_state', /was assigned to DEP-000042 already/);
    given(held)
      .when({ ...assign, amount: money(4_999n, 'EUR') })
      .thenRefused('invalid_value', /The line is of €50\.00, and DEP-000042 of €49\.99/);
    given().when(assign).thenRefused('not_found');
    given(held, assigned).when(hold).thenRefused('invalid_state');
  });
  it('is returned once, unless it was assigned', () => {
    given(held).when(giveBack('ben')).thenEvents(returned);
    given(held, returned).when(giveBack('ben')).thenNothing();
    given(held, returned)
      .when(assign)
      .thenRefused('invalid_state', /returned to its sender already/);
    given(held, assigned).when(giveBack('ben')).thenRefused('invalid_state');
    given(held, returned).when(hold).thenRefused('invalid_state');
  });
  it('is not returned before it came', () => {
    given(held)
      .when({ ...giveBack('ben'), valueDate: '2026-10-29' })
      .thenRefused('invalid_value', /came on 2026-10-30/);
    given(held)
      .when({ ...giveBack('ben'), valueDate: '2026-10-30' })
      .thenEvents({ ...returned, data: { ...returned.data, valueDate: '2026-10-30' } });
  });
  it('of any amount is returned by another one than who held or imported it', () => {
    given(held)
      .when(giveBack('ada'))
      .thenRefused('invalid_state', /put this line into suspense yourself/);
    given(held)
      .when(giveBack('cat'))
      .thenRefused('invalid_state', /imported this line yourself/);
    given(held).when(giveBack('ben')).thenEvents(returned);
  });
  it('is not returned by somebody who is not another person yet than who held or imported it', () => {
    for (const tied of [['ada'], ['cat']])
      given(held)
        .when(giveBack('ben', tied))
        .thenRefused('invalid_state', /brought one another in a short time ago/);
    given(held)
      .when(giveBack('ben', ['dan']))
      .thenEvents(returned);
  });
  it('is held again where another line pays its deposit, by who takes it back', () => {
    const takeBack: SuspenseCommand = {
      type: 'TakeBackBankLine',
      lineId,
      document,
      by: 'eve',
      valueDate: '2026-11-03',
    };
    const again: SuspenseEvent = {
      ...held,
      data: { ...held.data, by: 'eve', valueDate: '2026-11-03', takenBackFrom: document },
    };
    given(held, assigned).when(takeBack).thenEvents(again);
    given(held, assigned, again).when(takeBack).thenNothing();
    given(held, assigned)
      .when({ ...takeBack, document: other })
      .thenRefused('invalid_state', /not assigned to DEP-000043 as a whole/);
    for (const before of [[held], [held, returned]])
      given(...before)
        .when(takeBack)
        .thenRefused('invalid_state', /not assigned to DEP-000042/);
    given(held, assigned)
      .when({ ...takeBack, valueDate: '2026-10-29' })
      .thenRefused('invalid_value', /came on 2026-10-30/);
    given().when(takeBack).thenRefused('not_found');
    // It goes back as any line, by another than who took it back, or is another deposit.
    given(held, assigned, again)
      .when({ ...giveBack('eve'), valueDate: '2026-11-03' } as SuspenseCommand)
      .thenRefused('invalid_state', /put this line into suspense yourself/);
    given(held, assigned, again)
      .when({ ...giveBack('ben'), valueDate: '2026-11-03' } as SuspenseCommand)
      .thenEvents({ ...returned, data: { ...returned.data, valueDate: '2026-11-03' } });
    given(held, assigned, again)
      .when({ ...assign, document: other })
      .thenEvents({ ...assigned, data: { ...assigned.data, document: other, valueDate: '2026-11-03' } });
  });
  const third = { ...document, id: 'd1b0c1d2-0000-4000-8000-000000000003', number: 'DEP-000044' };
  const noFee = money(0n, 'EUR');
  const parts = [
    { document, amount: money(3_000n, 'EUR'), fee: noFee, note: null },
    { document: other, amount: money(2_000n, 'EUR'), fee: noFee, note: null },
  ];
  const by = (id: string, aloneUpTo: bigint | null = 10_000n) => ({ id, aloneUpTo });
  const split = (who = by('ben'), more = {}): SuspenseCommand => ({
    type: 'SplitBankLine',
    lineId,
    amount,
    by: who,
    receivedOn: '2026-10-30',
    parts,
    takesTwo: false,
    valueDate: '2026-10-30',
    ...more,
  });
  const data = { lineId, amount, parts, by: 'ben', valueDate: '2026-10-30' };
  const isSplit: SuspenseEvent = { type: 'BankLineSplit', data };
  const proposed: SuspenseEvent = { type: 'BankLineSplitProposed', data };
  const assignPart = ({ document: to, amount: of }: (typeof parts)[number]): SuspenseCommand => ({
    type: 'AssignBankLine',
    lineId,
    amount: of,
    document: to,
    valueDate: '2026-10-30',
  });
  const partAssigned = ({ document: to, amount: of }: (typeof parts)[number]): SuspenseEvent => ({
    type: 'BankLineAssigned',
    data: {
      lineId,
      amount: of,
      document: to,
      valueDate: '2026-10-30',
      postings: balanced(debit(suspense, of), credit(bank, of)),
    },
  });
  const [one, two] = parts as [(typeof parts)[number], (typeof parts)[number]];
  it('pays several deposits by one decision, held before in the same append', () => {
    given()
      .when(split())
      .thenEvents({ ...held, data: { ...held.data, by: 'ben' } }, isSplit);
    given(held).when(split()).thenEvents(isSplit);
    given(held, isSplit).when(split()).thenNothing();
    given(held, isSplit, partAssigned(one), partAssigned(two)).when(split()).thenNothing();
    given(held, isSplit)
      .when(split(by('ben'), { parts: [one, { ...two, document: third }] }))
      .thenRefused('invalid_state', /pays DEP-000042 and DEP-000043 already/);
    given(held, assigned).when(split()).thenRefused('invalid_state');
    given(held, returned).when(split()).thenRefused('invalid_state');
  });
  it('pays deposits that add up to it, and each once', () => {
    for (const wrong of [[one], [one, one], [one, { ...two, amount: money(1_999n, 'EUR') }]]) {
      given(held)
        .when(split(by('ben'), { parts: wrong }))
        .thenRefused('invalid_value', /The line is of €50\.00/);
    }
    given(held)
      .when(split(by('ben'), { parts: [one, { ...two, fee: two.amount }] }))
      .thenRefused('invalid_value', /fee/);
    given(held)
      .when(split(by('ben'), { parts: [one, { ...two, amount: money(2_000n, 'USD') }] }))
      .thenRefused('invalid_value', /USD and EUR cannot be mixed/);
  });
  it('gives each deposit its part, and is over with the last', () => {
    given(held, isSplit).when(assignPart(two)).thenEvents(partAssigned(two));
    given(held, isSplit, partAssigned(two)).when(assignPart(two)).thenNothing();
    given(held, isSplit, partAssigned(two)).when(assignPart(one)).thenEvents(partAssigned(one));
    given(held, isSplit)
      .when({ ...assignPart(one), amount: money(5_000n, 'EUR') } as SuspenseCommand)
      .thenRefused('invalid_value', /of €30\.00/);
    given(held, isSplit)
      .when({ ...assign, document: third, amount: money(3_000n, 'EUR') })
      .thenRefused('invalid_state', /pays DEP-000042 and DEP-000043/);
    given(held, isSplit).when(giveBack('cat')).thenRefused('invalid_state');
    given(held, isSplit, partAssigned(one), partAssigned(two))
      .when({ ...assign, document: third })
      .thenRefused('invalid_state', /was assigned to DEP-000042 and DEP-000043 already/);
  });
  it('takes two administrators above the sum that one decides alone, or where it is said to', () => {
    const small = by('ben', 4_999n);
    given(held).when(split(small)).thenEvents(proposed);
    given(held)
      .when(split(by('ben'), { takesTwo: true }))
      .thenEvents(proposed);
    given(held, proposed)
      .when(split(small))
      .thenRefused('invalid_state', /said yes to this already/);
    // The second may omit the day, and keeps the reason of the first.
    const note = 'sealed' as never;
    const noted = { ...proposed, data: { ...data, parts: parts.map((part) => ({ ...part, note })) } } as SuspenseEvent;
    given(held, noted)
      .when(split(by('cat', 4_999n), { valueDate: undefined }))
      .thenEvents({
        type: 'BankLineSplit',
        data: { ...data, parts: parts.map((part) => ({ ...part, note })), by: 'cat', firstApprovedBy: 'ben' },
      });
    given(held, proposed)
      .when(split(by('cat', 4_999n), { parts: [one, { ...two, document: third }] }))
      .thenRefused('invalid_state', /first, with DEP-000042 and DEP-000043, value date 2026-10-30/);
    given(held, proposed)
      .when(giveBack('dan'))
      .thenRefused('invalid_state', /reject it first/);
    given(held, proposed)
      .when({ type: 'RejectBankLineSplit', lineId, by: 'cat' })
      .thenEvents({ type: 'BankLineSplitRejected', data: { lineId, by: 'cat' } });
    given(held).when({ type: 'RejectBankLineSplit', lineId, by: 'cat' }).thenNothing();
    given(held, isSplit).when({ type: 'RejectBankLineSplit', lineId, by: 'cat' }).thenRefused('invalid_state');
    given(held, proposed, { type: 'BankLineSplitRejected', data: { lineId, by: 'cat' } })
      .when(giveBack('dan'))
      .thenEvents(returned);
  });
  it('is confirmed with the payment proofs that the first administrator approved, and no others', () => {
    const [small, second] = [by('ben', 4_999n), by('cat', 4_999n)];
    const proven = (proof: string | null) => [one, { ...two, proof }];
    const first: SuspenseEvent = { ...proposed, data: { ...data, parts: proven('file-1') } };
    const confirmed = { by: 'cat', firstApprovedBy: 'ben' };
    given(held, first)
      .when(split(second, { parts: proven('file-1') }))
      .thenEvents({ ...isSplit, data: { ...data, ...confirmed, parts: proven('file-1') } });
    for (const again of ['file-2', null]) {
      given(held, first)
        .when(split(second, { parts: proven(again) }))
        .thenRefused('invalid_state', /not of the payment proof of DEP-000043 that is there now\. Reject it/);
    }
    // Who was first has seen the new one, and so has the second then.
    const replaced: SuspenseEvent = { ...proposed, data: { ...data, parts: proven('file-2') } };
    given(held, first)
      .when(split(small, { parts: proven('file-2') }))
      .thenEvents(replaced);
    given(held, first, replaced)
      .when(split(second, { parts: proven('file-1') }))
      .thenRefused('invalid_state', /payment proof of DEP-000043/);
    given(held, first, replaced)
      .when(split(second, { parts: proven('file-2') }))
      .thenEvents({ ...isSplit, data: { ...data, ...confirmed, parts: proven('file-2') } });
    given(held, first, { type: 'BankLineSplitRejected', data: { lineId, by: 'cat' } })
      .when(split(second, { parts: proven('file-2') }))
      .thenEvents({ ...replaced, data: { ...replaced.data, by: 'cat' } } as SuspenseEvent);
    // Whose first approval counts no more has approved nothing.
    given(held, first)
      .when(split({ ...second, lapsed: ['ben'] } as never, { parts: proven('file-2') }))
      .thenEvents({ ...replaced, data: { ...replaced.data, by: 'cat' } } as SuspenseEvent);
    // A proposal of before proofs were recorded says nothing of one that is there.
    given(held, proposed)
      .when(split(second, { parts: proven('file-1') }))
      .thenRefused('invalid_state', /payment proof of DEP-000043/);
    given(held, proposed)
      .when(split(second, { parts: proven(null) }))
      .thenEvents({ ...isSplit, data: { ...data, ...confirmed, parts: proven(null) } });
  });
  it('is not taken back from one of several deposits', () => {
    given(held, isSplit, partAssigned(one), partAssigned(two))
      .when({ type: 'TakeBackBankLine', lineId, document, by: 'eve' })
      .thenRefused('invalid_state', /not assigned to DEP-000042 as a whole/);
  });
  const releasePart = ({ document: of }: (typeof parts)[number]): SuspenseCommand => ({
    type: 'ReleaseLinePart',
    lineId,
    document: of,
  });
  const partReleased = ({ document: of, amount: part }: (typeof parts)[number]): SuspenseEvent => ({
    type: 'BankLinePartReleased',
    data: { lineId, amount: part, document: of },
  });
  const returnedPart = (part: typeof amount): SuspenseEvent => ({
    type: 'BankLineReturned',
    data: {
      lineId,
      amount: part,
      valueDate: '2026-11-02',
      postings: balanced(debit(suspense, part), credit(bank, part)),
    },
  });
  it('keeps the part of a deposit that was decided otherwise, and gives it back once the other parts are assigned', () => {
    given(held, isSplit).when(releasePart(two)).thenEvents(partReleased(two));
    given(held, isSplit, partReleased(two)).when(releasePart(two)).thenNothing();
    given(held, isSplit, partReleased(two))
      .when(giveBack('cow'))
      .thenRefused('invalid_state', /pays DEP-000042/);
    given(held, isSplit, partReleased(two)).when(assignPart(one)).thenEvents(partAssigned(one));
    const rest = [held, isSplit, partReleased(two), partAssigned(one)];
    given(...rest)
      .when(giveBack('dan'))
      .thenEvents(returnedPart(two.amount));
    given(held, isSplit, partAssigned(one), partReleased(two))
      .when(giveBack('dan'))
      .thenEvents(returnedPart(two.amount));
    given(...rest)
      .when(giveBack('ada'))
      .thenRefused('invalid_state', /put this line into suspense yourself/);
    given(...rest, returnedPart(two.amount))
      .when(giveBack('dan'))
      .thenNothing();
    given(...rest, returnedPart(two.amount))
      .when(assignPart(two))
      .thenRefused('invalid_state', /returned to its sender/);
    given(held, isSplit, partReleased(one), partReleased(two)).when(giveBack('dan')).thenEvents(returned);
  });
  it('assigns what is left to another deposit, or to several, and never the same money twice', () => {
    const rest = [held, isSplit, partReleased(two), partAssigned(one)];
    const toThird = { ...two, document: third };
    given(...rest)
      .when(assignPart(toThird))
      .thenEvents(partAssigned(toThird));
    given(...rest, partAssigned(toThird))
      .when(giveBack('dan'))
      .thenRefused('invalid_state', /was assigned to DEP-000042 and DEP-000044 already/);
    given(...rest, partAssigned(toThird))
      .when(releasePart(two))
      .thenNothing();
    given(...rest)
      .when(assignPart({ ...toThird, amount }))
      .thenRefused('invalid_value', /The line is of €20\.00/);
    given(...rest)
      .when(hold)
      .thenRefused('invalid_state', /another amount/);
    given(...rest)
      .when({ ...hold, amount: two.amount })
      .thenNothing();
    const halves = [third, { ...third, id: 'd1b0c1d2-0000-4000-8000-000000000004', number: 'DEP-000045' }].map(
      (to) => ({
        ...two,
        document: to,
        amount: money(1_000n, 'EUR'),
      }),
    );
    given(...rest)
      .when(split(by('ben'), { parts: halves, amount: two.amount }))
      .thenEvents({ type: 'BankLineSplit', data: { ...data, parts: halves, amount: two.amount } });
    given(...rest)
      .when(split())
      .thenNothing();
  });
  it('releases no part that has its deposit, and none that it does not have', () => {
    given(held, isSplit, partAssigned(two)).when(releasePart(two)).thenRefused('invalid_state', /pays/);
    given(held, isSplit)
      .when(releasePart({ ...two, document: third }))
      .thenRefused('invalid_state');
    given(held).when(releasePart(two)).thenRefused('invalid_state');
    given().when(releasePart(two)).thenRefused('not_found');
  });
  it('gives a released part to its own deposit where that is assigned later', () => {
    const both = [held, isSplit, partReleased(one), partReleased(two)];
    given(...both)
      .when(assignPart(one))
      .thenEvents(partAssigned(one));
    given(...both, partAssigned(one))
      .when(giveBack('dan'))
      .thenEvents(returnedPart(two.amount));
  });
  it('is not returned where no balance of the bank proves that it came', () => {
    given(held)
      .when({ ...giveBack('ben'), statement: { ...statement, isProven: false } } as SuspenseCommand)
      .thenRefused('invalid_state', /No balance of the bank proves/);
  });
});
