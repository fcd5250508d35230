import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDomainError } from '#core/kernel/errors.ts';
import { decideProposal, dueAtOf, type ProposalState } from './proposals.ts';

const proposed: ProposalState = { by: 'ann', about: 'bo', dueAt: null, ended: null };
const confirm = (id: string, more = {}) => ({ type: 'Confirm' as const, by: { id, ...more } });
const refuse = (id: string) => ({ type: 'Refuse' as const, by: { id } });
const carryOut = (now: string, lapsed: readonly string[] = []) => ({ type: 'CarryOut' as const, now, lapsed });
const refusal = (about: RegExp) => (error: unknown) =>
  isDomainError(error, 'invalid_state') && about.test(error.message);

describe('a proposal', () => {
  it('is confirmed by another administrator, once, and not by who made it', () => {
    assert.equal(decideProposal(confirm('carl'), proposed), 'confirmed');
    assert.equal(decideProposal(confirm('carl'), { ...proposed, ended: 'confirmed' }), 'confirmed');
    assert.throws(() => decideProposal(confirm('ann'), proposed), refusal(/You have said yes to this already/));
    const refused = { ...proposed, ended: 'refused' } as const;
    assert.throws(() => decideProposal(confirm('carl'), refused), refusal(/was refused already/));
  });

  it('is not confirmed by somebody who brought its maker in, or was brought in by them', () => {
    assert.throws(
      () => decideProposal(confirm('carl', { tied: ['ann'] }), proposed),
      refusal(/brought one another in/),
    );
  });

  it('ends with its maker’s right to make it', () => {
    assert.throws(
      () => decideProposal(confirm('carl', { lapsed: ['ann'] }), proposed),
      refusal(/may not propose it any more/),
    );
    const due = { ...proposed, dueAt: '2026-01-02T00:00:00.000Z' };
    assert.equal(decideProposal(carryOut('2026-01-02T00:00:00.000Z', ['ann']), due), 'lapsed');
  });

  it('is refused by anybody else and taken back by who made it', () => {
    assert.equal(decideProposal(refuse('carl'), proposed), 'refused');
    assert.equal(decideProposal(refuse('ann'), proposed), 'taken-back');
    assert.equal(decideProposal(refuse('ann'), { ...proposed, ended: 'taken-back' }), 'taken-back');
  });

  it('is not decided by whom it is about, who may stop what no other owner decides', () => {
    for (const command of [confirm('bo'), refuse('bo')]) {
      assert.throws(() => decideProposal(command, proposed), refusal(/your own account/));
    }
    const due = { ...proposed, dueAt: '2026-01-02T00:00:00.000Z' };
    assert.equal(decideProposal(refuse('bo'), due), 'refused');
    assert.throws(() => decideProposal(confirm('bo'), due), refusal(/your own account/));
  });

  it('is carried out at its time, not before and not without one', () => {
    const due = { ...proposed, dueAt: '2026-01-02T00:00:00.000Z' };
    assert.equal(decideProposal(carryOut('2026-01-01T23:59:59.999Z'), due), null);
    assert.equal(decideProposal(carryOut('2026-01-02T00:00:00.000Z'), due), 'carried-out');
    assert.equal(decideProposal(carryOut('2099-01-01T00:00:00.000Z'), proposed), null);
    assert.equal(decideProposal(carryOut('2099-01-01T00:00:00.000Z'), { ...due, ended: 'refused' }), null);
  });

  it('of the command line takes one owner, or its time', () => {
    assert.equal(decideProposal(confirm('ann'), { ...proposed, by: null }), 'confirmed');
  });
});

describe('the time of a change to an administrator', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');
  const owner = (id: string, more = {}) => ({ id, isActive: true, isOwner: true, canSignIn: true, ...more });
  const dueAt = (by: string | null, others: ReturnType<typeof owner>[], tied: string[] = []) =>
    dueAtOf({ by, about: 'bo' }, [owner('ann'), ...others], tied, { now, delayHours: 24 })?.toISOString() ?? null;
  const TOMORROW = '2026-01-02T00:00:00.000Z';

  it('is none where a second owner can confirm it', () => assert.equal(dueAt('ann', [owner('carl')]), null));
  it('comes after the delay where nobody else can', () => {
    assert.equal(dueAt('ann', []), TOMORROW);
    for (const change of [{ isActive: false }, { isOwner: false }, { canSignIn: false }]) {
      assert.equal(dueAt('ann', [owner('carl', change)]), TOMORROW);
    }
    assert.equal(dueAt('ann', [owner('bo')]), TOMORROW);
    assert.equal(dueAt('ann', [owner('carl')], ['carl']), TOMORROW);
  });
  it('comes after the delay where the command line makes it', () =>
    assert.equal(dueAt(null, [owner('carl')]), TOMORROW));
});
