import { describe, it } from 'node:test';
import { SealedText } from '#core/kernel/log/event.ts';
import { MAX_MINOR_UNITS, money } from '#core/kernel/money/money.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';
import type { DepositCommand } from './commands.ts';
import { depositDecider } from './decider.ts';
import type { DepositEvent } from './events.ts';

const { given } = specificationOf(depositDecider);
const depositId = '00000000-0000-4000-8000-000000000001';
const customerId = '00000000-0000-4000-8000-000000000002';
const walletId = '00000000-0000-4000-8000-000000000003';
const fileId = '00000000-0000-4000-8000-000000000004';
const usd = (amount: bigint) => money(amount, 'USD');
const note = SealedText.parse('sealed');

const details = { depositId, number: 'DEP-1', customerId, walletId };
const request: DepositCommand = { type: 'RequestDeposit', ...details, amount: usd(1000n), note: null };
const requested: DepositEvent = { type: 'DepositRequested', data: { ...details, amount: usd(1000n), note: null } };
/** One administrator is enough up to 1000. */
const approver = (id: string) => ({ id, aloneUpTo: 1000n });
const approve = (amount = usd(1000n), fee = usd(0n), by = 'ann') => ({
  type: 'ApproveDeposit' as const,
  depositId,
  approvedAmount: amount,
  fee,
  note,
  by: approver(by),
});
const approved = (amount = usd(1000n), fee = usd(0n)): DepositEvent => ({
  type: 'DepositApproved',
  data: { ...details, approvedAmount: amount, fee, note },
});
const reject: DepositCommand = { type: 'RejectDeposit', depositId, note };
const rejected: DepositEvent = { type: 'DepositRejected', data: { note } };
const remove: DepositCommand = { type: 'DeleteDeposit', depositId };
const removed: DepositEvent = { type: 'DepositDeleted', data: {} };
const proof = { fileId, sha256: 'a'.repeat(64), contentType: 'application/pdf' };
const upload: DepositCommand = { type: 'UploadProof', depositId, ...proof };
const uploaded: DepositEvent = { type: 'DepositProofUploaded', data: proof };

describe('requesting a deposit', () => {
  it('records it once', () => {
    given().when(request).thenEvents(requested);
    given(requested).when(request).thenNothing();
    given(requested, approved()).when(request).thenNothing();
  });
  it('is refused with other data under the same id', () => {
    given(requested)
      .when({ ...request, amount: usd(999n) })
      .thenRefused('already_exists');
    given(requested)
      .when({ ...request, walletId: customerId })
      .thenRefused('already_exists');
    given(requested)
      .when({ ...request, number: 'DEP-2' })
      .thenRefused('already_exists');
    given(requested)
      .when({ ...request, customerId: walletId })
      .thenRefused('already_exists');
  });
  it('is refused for nothing, less or too much', () => {
    for (const amount of [0n, -1n, MAX_MINOR_UNITS + 1n]) {
      given()
        .when({ ...request, amount: usd(amount) })
        .thenRefused('invalid_value');
    }
  });
  it('comes before everything else', () => {
    for (const command of [approve(), reject, remove, upload]) given().when(command).thenRefused('not_found');
  });
});

describe('its proof', () => {
  it('is uploaded once and may be replaced while the deposit is pending', () => {
    given(requested).when(upload).thenEvents(uploaded);
    given(requested, uploaded).when(upload).thenNothing();
    given(requested, uploaded, approved()).when(upload).thenNothing();
    given(requested, uploaded)
      .when({ ...upload, fileId: walletId })
      .thenEvents({ type: 'DepositProofUploaded', data: { ...proof, fileId: walletId } });
  });
  it('cannot be the same file with other content', () => {
    given(requested, uploaded)
      .when({ ...upload, sha256: 'b'.repeat(64) })
      .thenRefused('reference_reused');
  });
  it('cannot change any more once it was decided on', () => {
    for (const end of [approved(), rejected, removed]) {
      given(requested, end)
        .when(upload)
        .thenRefused('invalid_state', /Cannot upload proof for (approved|rejected|deleted) deposits/);
    }
  });
});

describe('approving a deposit', () => {
  it('takes up to the requested amount, with a fee below it', () => {
    given(requested, uploaded).when(approve()).thenEvents(approved());
    given(requested, uploaded)
      .when(approve(usd(1n)))
      .thenEvents(approved(usd(1n)));
    given(requested, uploaded)
      .when(approve(usd(500n), usd(499n)))
      .thenEvents(approved(usd(500n), usd(499n)));
  });
  it('happens once; with other amounts it is refused', () => {
    given(requested, uploaded, approved()).when(approve()).thenNothing();
    given(requested, uploaded, approved())
      .when(approve(usd(999n)))
      .thenRefused('invalid_state', /approved already/);
    given(requested, uploaded, approved())
      .when(approve(usd(1000n), usd(1n)))
      .thenRefused('invalid_state');
  });
  it('is refused with other notes, which would be lost', () => {
    given(requested, uploaded, approved())
      .when({ ...approve(), note: SealedText.parse('other') })
      .thenRefused(
        'invalid_state',
        /approved already, with another amount, value date or other notes\. Nothing was changed/,
      );
    given(requested, uploaded, approved())
      .when({ ...approve(), note: null })
      .thenNothing();
  });
  it('is of the proof that its approver was shown, and of no other', () => {
    given(requested, uploaded)
      .when({ ...approve(), proof: fileId })
      .thenEvents(approved());
    for (const shown of [walletId, null]) {
      given(requested, uploaded)
        .when({ ...approve(), proof: shown })
        .thenRefused('invalid_state', /payment proof is another one than you were shown\. Nothing was changed/);
      given(requested, uploaded, approved())
        .when({ ...approve(), proof: shown })
        .thenNothing();
    }
    given(requested)
      .when({ ...approve(), proof: fileId })
      .thenRefused('invalid_state', /payment proof is another one/);
  });
  it('is refused above the request, at zero, with a fee that takes it all, or in another currency', () => {
    given(requested, uploaded)
      .when(approve(usd(1001n)))
      .thenRefused('invalid_value', /\$10\.00/);
    given(requested, uploaded)
      .when(approve(usd(0n)))
      .thenRefused('invalid_value');
    given(requested, uploaded)
      .when(approve(usd(10n), usd(10n)))
      .thenRefused('invalid_value');
    given(requested, uploaded)
      .when(approve(usd(10n), usd(-1n)))
      .thenRefused('invalid_value');
    given(requested, uploaded)
      .when(approve(money(10n, 'EUR')))
      .thenRefused('invalid_value');
    given(requested, uploaded)
      .when(approve(usd(10n), money(1n, 'EUR')))
      .thenRefused('invalid_value');
  });
  it('is refused once it was rejected or deleted', () => {
    given(requested, rejected)
      .when(approve())
      .thenRefused('invalid_state', /rejected/);
    given(requested, removed)
      .when(approve())
      .thenRefused('invalid_state', /deleted/);
  });
});

describe('approving more than one administrator may', () => {
  const large: DepositEvent = { type: 'DepositRequested', data: { ...details, amount: usd(5000n), note: null } };
  const figures = { approvedAmount: usd(5000n), fee: usd(5n) };
  const proposed = (by = 'ann', own: typeof note | null = note): DepositEvent => ({
    type: 'DepositApprovalProposed',
    data: { ...figures, note: own, by },
  });
  const by = (id: string): DepositCommand => approve(figures.approvedAmount, figures.fee, id);
  const confirmed: DepositEvent = {
    type: 'DepositApproved',
    data: { ...details, ...figures, note, firstApprovedBy: 'ann' },
  };

  it('waits for a second one, who confirms the same', () => {
    given(large).when(by('ann')).thenEvents(proposed());
    given(large, proposed()).when(by('ben')).thenEvents(confirmed);
    given(large, proposed(), confirmed).when(by('ben')).thenNothing();
  });
  it('begins above the limit, by what is approved and not by what was asked for', () => {
    given(large, uploaded)
      .when(approve(usd(1000n)))
      .thenEvents(approved(usd(1000n)));
    given(large, uploaded)
      .when(approve(usd(1001n)))
      .thenEvents({
        type: 'DepositApprovalProposed',
        data: { approvedAmount: usd(1001n), fee: usd(0n), note, by: 'ann' },
      });
  });
  it('is refused to the same one, and adds nothing', () => {
    given(large, proposed())
      .when(by('ann'))
      .thenRefused('invalid_state', /A second administrator has to confirm it\. Nothing was changed/);
  });
  it('is refused with other figures, smaller ones too, except to the one who was first', () => {
    given(large, proposed())
      .when(approve(usd(4000n), usd(5n), 'ben'))
      .thenRefused('invalid_state', /\$50\.00 with a fee of \$0\.05\. Confirm exactly that, or reject it/);
    given(large, proposed())
      .when(approve(usd(10n), usd(0n), 'ben'))
      .thenRefused('invalid_state');
    given(large, proposed())
      .when(approve(usd(4000n)))
      .thenEvents({
        type: 'DepositApprovalProposed',
        data: { approvedAmount: usd(4000n), fee: usd(0n), note, by: 'ann' },
      });
    given(large, uploaded, proposed())
      .when(approve(usd(10n)))
      .thenEvents(approved(usd(10n)));
  });
  it('can be rejected by either, and deleted by its customer', () => {
    given(large, proposed()).when(reject).thenEvents(rejected);
    given(large, proposed()).when(remove).thenEvents(removed);
    given(large, proposed(), rejected)
      .when(by('ben'))
      .thenRefused('invalid_state', /rejected already/);
  });
  it('begins again with another proof: the first one has not seen it', () => {
    given(large, proposed()).when(upload).thenEvents(uploaded);
    given(large, proposed(), uploaded).when(by('ben')).thenEvents(proposed('ben'));
    given(large, uploaded, proposed()).when(upload).thenNothing();
    given(large, uploaded, proposed()).when(by('ben')).thenEvents(confirmed);
  });
  it('goes by the first one’s note where there is no proof', () => {
    given(large, proposed())
      .when({ ...approve(figures.approvedAmount, figures.fee, 'ben'), note: null })
      .thenEvents({
        type: 'DepositApproved',
        data: { ...details, ...figures, note: null, firstApprovedBy: 'ann' },
      });
  });
});

describe('the value date of a deposit', () => {
  const dated = { ...approve(), valueDate: '2026-10-31' };
  const approvedThen: DepositEvent = {
    type: 'DepositApproved',
    data: { ...details, approvedAmount: usd(1000n), fee: usd(0n), note, valueDate: '2026-10-31' },
  };
  it('is kept, once; another one is refused, and none changes nothing', () => {
    given(requested, uploaded).when(dated).thenEvents(approvedThen);
    given(requested, approvedThen).when(dated).thenNothing();
    given(requested, approvedThen).when(approve()).thenNothing();
    given(requested, approvedThen)
      .when({ ...dated, valueDate: '2026-10-30' })
      .thenRefused('invalid_state', /value date/);
  });
  it('is part of what two administrators agree on; the second one may leave it to the first', () => {
    const figures = { approvedAmount: usd(2000n), fee: usd(0n), valueDate: '2026-10-31' };
    const large: DepositEvent = { type: 'DepositRequested', data: { ...details, amount: usd(2000n), note: null } };
    const proposed: DepositEvent = { type: 'DepositApprovalProposed', data: { ...figures, note, by: 'ann' } };
    const confirmed: DepositEvent = {
      type: 'DepositApproved',
      data: { ...details, ...figures, note, firstApprovedBy: 'ann' },
    };
    const byBen = approve(usd(2000n), usd(0n), 'ben');
    given(large)
      .when({ ...approve(usd(2000n)), valueDate: '2026-10-31' })
      .thenEvents(proposed);
    given(large, proposed).when(byBen).thenEvents(confirmed);
    given(large, proposed)
      .when({ ...byBen, valueDate: '2026-11-02' })
      .thenRefused('invalid_state', /\$20\.00, value date 2026-10-31\. Confirm exactly that/);
  });
});

describe('the line of the bank that a deposit is approved from', () => {
  it('is named by both administrators: who has not seen the first one’s is refused', () => {
    const figures = { approvedAmount: usd(2000n), fee: usd(0n) };
    const bankLineId = 'a'.repeat(64);
    const large: DepositEvent = { type: 'DepositRequested', data: { ...details, amount: usd(2000n), note: null } };
    const proposed: DepositEvent = {
      type: 'DepositApprovalProposed',
      data: { ...figures, bankLineId, note, by: 'ann' },
    };
    const confirmed: DepositEvent = {
      type: 'DepositApproved',
      data: { ...details, ...figures, bankLineId, note, firstApprovedBy: 'ann' },
    };
    const byBen = approve(usd(2000n), usd(0n), 'ben');
    given(large, proposed)
      .when(byBen)
      .thenRefused('invalid_state', /first approval is from a line of the bank/);
    given(large, proposed)
      .when({ ...byBen, bankLineId })
      .thenEvents(confirmed);
    // A repetition after the approval changes nothing.
    given(large, proposed, confirmed).when(byBen).thenNothing();
  });
});

describe('approving a deposit without a proof', () => {
  it('needs a reason in a note', () => {
    given(requested)
      .when({ ...approve(), note: null })
      .thenRefused('invalid_value', /no payment proof: say in a note why/);
    given(requested, uploaded)
      .when({ ...approve(), note: null })
      .thenEvents({
        type: 'DepositApproved',
        data: { ...details, approvedAmount: usd(1000n), fee: usd(0n), note: null },
      });
  });
  it('takes two administrators, however small it is', () => {
    const figures = { approvedAmount: usd(1n), fee: usd(0n) };
    const proposed: DepositEvent = { type: 'DepositApprovalProposed', data: { ...figures, note, by: 'ann' } };
    given(requested)
      .when(approve(usd(1n)))
      .thenEvents(proposed);
    given(requested, proposed)
      .when(approve(usd(1n)))
      .thenRefused('invalid_state', /You have said yes to this already/);
    given(requested, proposed)
      .when(approve(usd(1n), usd(0n), 'ben'))
      .thenEvents({ type: 'DepositApproved', data: { ...details, ...figures, note, firstApprovedBy: 'ann' } });
  });
});

describe('a first approval', () => {
  const large: DepositEvent = { type: 'DepositRequested', data: { ...details, amount: usd(5000n), note: null } };
  const figures = { approvedAmount: usd(5000n), fee: usd(0n) };
  const proposed = (by: string): DepositEvent => ({ type: 'DepositApprovalProposed', data: { ...figures, note, by } });
  const byBen = (more: object): DepositCommand => ({ ...approve(usd(5000n)), by: { ...approver('ben'), ...more } });

  it('does not count any more when who gave it may not approve any more: the next one is the first', () => {
    given(large, proposed('ann'))
      .when(byBen({ lapsed: ['ann'] }))
      .thenEvents(proposed('ben'));
    given(large, uploaded, proposed('ann'))
      .when({ ...approve(usd(900n), usd(0n), 'ben'), by: { ...approver('ben'), lapsed: ['ann'] } })
      .thenEvents(approved(usd(900n)));
  });
  it('is not confirmed by who was brought in by the first administrator, or brought them in', () => {
    given(large, proposed('ann'))
      .when(byBen({ tied: ['ann'] }))
      .thenRefused('invalid_state', /brought one another in a short time ago/);
    given(large, proposed('ann'))
      .when(byBen({ tied: ['carl'] }))
      .thenEvents({ type: 'DepositApproved', data: { ...details, ...figures, note, firstApprovedBy: 'ann' } });
  });
});

describe('rejecting and deleting a deposit', () => {
  it('happens once', () => {
    given(requested).when(reject).thenEvents(rejected);
    given(requested, rejected).when(reject).thenNothing();
    given(requested, uploaded).when(remove).thenEvents(removed);
    given(requested, removed).when(remove).thenNothing();
  });
  it('is refused with other notes, which would be lost', () => {
    given(requested, rejected)
      .when({ ...reject, note: SealedText.parse('other') } as DepositCommand)
      .thenRefused('invalid_state', /rejected already, with another amount, value date or other notes/);
  });
  it('is refused once it was decided otherwise', () => {
    given(requested, approved()).when(reject).thenRefused('invalid_state');
    given(requested, removed).when(reject).thenRefused('invalid_state');
    given(requested, approved()).when(remove).thenRefused('invalid_state');
    given(requested, rejected).when(remove).thenRefused('invalid_state');
  });
});
