import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { ADMINISTRATOR, createLog, id } from '#projections/testing/log.ts';
import { findCustomer, listCustomers, listDiscountProposals, listDiscounts } from './customers.ts';

const ALICE = id('customer', 1);
const BRUNO = id('customer', 2);

describe('the customers read model', async () => {
  const { pool, project } = await openReadModels();
  it('follows an account from its registration to its approval, and lists it with its name', async () => {
    const log = createLog();
    const stream = `customer-${ALICE}`;
    log.add(stream, 'CustomerRegistered', { customerId: ALICE });
    log.add(`customer-${BRUNO}`, 'CustomerRegistered', { customerId: BRUNO });
    log.add(stream, 'CustomerEmailVerified', {});
    log.add(stream, 'CustomerCompanyDetailsSaved', { isComplete: true });
    log.add(stream, 'CustomerDocumentAdded', { documentId: id('document', 1), sha256: 'a' });
    log.add(stream, 'CustomerDocumentAdded', { documentId: id('document', 2), sha256: 'b' });
    log.add(stream, 'CustomerDocumentRemoved', { documentId: id('document', 1) });
    log.add(stream, 'CustomerBankingDetailsSaved', {});
    log.add(stream, 'CustomerMfaEnabled', { factorId: id('factor') });
    log.add(stream, 'CustomerApprovalRequested', {});
    await project(log.events);
    assert.equal((await findCustomer(pool, ALICE))?.status, 'awaiting_approval');
    assert.equal((await listCustomers(pool, { status: ['awaiting_approval'] })).total, 1);

    log.add(stream, 'CustomerApproved', { note: null }, { actor: ADMINISTRATOR });
    await project(log.events);
    const alice = await findCustomer(pool, ALICE);
    assert.ok(alice);
    assert.equal(alice.status, 'approved');
    assert.equal(alice.documents, 1);
    assert.ok(alice.isCompanyComplete && alice.isBankingComplete && alice.isMfaEnabled);
    assert.deepEqual(alice.registeredAt, new Date('2026-01-01T00:01:00.000Z'));

    log.add(stream, 'CustomerApprovalRevoked', { note: null }, { actor: ADMINISTRATOR });
    await project(log.events);
    assert.equal((await findCustomer(pool, ALICE))?.status, 'revoked');
    const everyone = await listCustomers(pool, {});
    assert.deepEqual(
      everyone.items.map((customer) => customer.customerId),
      [BRUNO, ALICE],
    );
    assert.equal((await listCustomers(pool, { status: 'approved' })).total, 0);
    assert.equal(await findCustomer(pool, id('customer', 9)), null);
  });

  it('knows the discounts that are in force, and those that wait for a second administrator', async () => {
    const log = createLog();
    const stream = `customer-${ALICE}`;
    log.add(stream, 'CustomerRegistered', { customerId: ALICE });
    log.add(stream, 'CustomerDiscountSet', { productId: 'a', basisPoints: 500 });
    log.add(stream, 'CustomerDiscountSet', { productId: 'b', basisPoints: 100 });
    log.add(stream, 'CustomerDiscountSet', { productId: 'a', basisPoints: 0 });
    log.add(stream, 'CustomerDiscountSet', { productId: 'b', basisPoints: 250 });
    log.add(stream, 'CustomerDiscountProposed', { productId: 'b', basisPoints: 3_000, by: ADMINISTRATOR.id });
    log.add(stream, 'CustomerDiscountProposed', { productId: 'c', basisPoints: 3_000, by: ADMINISTRATOR.id });
    log.add(stream, 'CustomerDiscountProposed', { productId: 'c', basisPoints: 4_000, by: ADMINISTRATOR.id });
    log.add(stream, 'CustomerDiscountProposed', { productId: 'd', basisPoints: 5_000, by: ADMINISTRATOR.id });
    log.add(stream, 'CustomerDiscountRejected', { productId: 'd', basisPoints: 5_000 });
    log.add(stream, 'CustomerDiscountProposed', { productId: 'e', basisPoints: 6_000, by: ADMINISTRATOR.id });
    log.add(stream, 'CustomerDiscountSet', { productId: 'e', basisPoints: 6_000, firstApprovedBy: ADMINISTRATOR.id });
    const own = await openReadModels();
    await own.project(log.events);
    const discounts = await listDiscounts(own.pool, ALICE);
    assert.deepEqual(
      discounts.map(({ productId, basisPoints }) => ({ productId, basisPoints })),
      [
        { productId: 'b', basisPoints: 250 },
        { productId: 'e', basisPoints: 6_000 },
      ],
    );
    assert.deepEqual(
      (await listDiscountProposals(own.pool, ALICE)).map(({ productId, basisPoints, proposedBy }) => ({
        productId,
        basisPoints,
        proposedBy,
      })),
      [
        { productId: 'b', basisPoints: 3_000, proposedBy: ADMINISTRATOR.id },
        { productId: 'c', basisPoints: 4_000, proposedBy: ADMINISTRATOR.id },
      ],
    );
    await own.assertIndependentOfDelivery(log.events);
  });
});
