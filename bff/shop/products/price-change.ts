import { z } from 'zod';
import { mailOwners } from '#bff/identity/administrators/mail-owners.ts';
import { type Recording, recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { amongColleagues } from '#bff/kit/approvals/approver.ts';
import {
  endProposal,
  findOpenProposal,
  insertProposal,
  lockProposal,
  type ProposalRow,
  stateOf,
} from '#bff/kit/approvals/proposal-store.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { requirePermission } from '#bff/kit/http/authorize.ts';
import { conflict, found } from '#bff/kit/lib/api-error.ts';
import { nextUpdatedAt } from '#bff/kit/tables/shown-version.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { priceProposedMail } from '#bff/papers/mails/notice-mails.ts';
import { decideProposal, type ProposalEnd } from '#core/aggregates/admin/proposals.ts';
import { Currency, formatMoney, isSame, type Money, money } from '#core/kernel/money/money.ts';
import type { Rates } from '#core/kernel/money/rates.ts';
import { farFrom, pricesOf } from './price-rule.ts';
import type { OfficeProduct } from './product-store.ts';

const KIND = 'price';

const WaitingPrice = z.object({ price_minor: z.string(), currency: Currency });
const priceIn = (row: Pick<ProposalRow, 'change'>): Money => {
  const { price_minor, currency } = WaitingPrice.parse(row.change);
  return money(BigInt(price_minor), currency);
};

type Deps = Pick<BffDeps, 'database' | 'config' | 'rules' | 'clock' | 'ledger' | 'logger' | 'mails'>;
type Proposed = { readonly recordId: string; readonly before: Money };

/** Sets a product's price in force; `price_change` has the one before it. */
export async function setPrice(
  { clock }: Pick<Deps, 'clock'>,
  transaction: Queryable,
  variantId: string,
  { amount, currency }: Money,
): Promise<void> {
  await transaction.query(sql.void`
    insert into app.price_change (variant_id, changed_at, price_minor, currency)
    select id, ${clock().toISOString()}::timestamptz, price_minor, currency from app.product_variant
    where id = ${variantId} and (price_minor <> ${amount} or currency <> ${currency})`);
  await transaction.query(sql.void`update app.product_variant set price_minor = ${amount}, currency = ${currency},
    updated_at = now() where id = ${variantId}`);
}

/**
 * In a transaction that has locked the product: the price that is to count from now on. One that is far from those of the last days
 * (so that many small steps count together) waits for a second administrator, and the price in force stays.
 * @throws ApiError 409 proposal_waits where another administrator's price waits
 */
export async function priceToSave(
  deps: Deps,
  transaction: Queryable,
  record: Recording,
  actor: AdministratorActor,
  { id, name, variantId }: Pick<OfficeProduct, 'id' | 'name' | 'variantId'>,
  { wanted, rates }: { readonly wanted: Money; readonly rates: readonly Rates[] },
): Promise<{ readonly price: Money; readonly proposed: Proposed | null }> {
  const prices = variantId === null ? [] : ((await pricesOf(deps, transaction, [id])).get(id) ?? []);
  const [current] = prices;
  const waiting = await findOpenProposal(transaction, KIND, id);
  if (current === undefined || isSame(current, wanted)) return { price: wanted, proposed: null };
  const before = farFrom(prices, wanted, rates, deps.rules());
  if (waiting) {
    if (before && isSame(priceIn(waiting), wanted)) return { price: current, proposed: null };
    if (before && waiting.proposedBy !== actor.administratorId) {
      throw conflict(
        'proposal_waits',
        `A price of ${formatMoney(priceIn(waiting))} waits already. Decide that one first. Nothing was changed.`,
      );
    }
    await endProposal(transaction, waiting.proposalId, {
      ended: 'lapsed',
      by: actor.administratorId,
      at: deps.clock(),
    });
    await record(...stepOf('lapsed', { id, name }, priceIn(waiting)));
  }
  if (!before) return { price: wanted, proposed: null };
  await insertProposal(transaction, {
    kind: KIND,
    subjectId: id,
    proposedBy: actor.administratorId,
    proposedAt: deps.clock(),
    dueAt: null,
    change: { price_minor: wanted.amount.toString(), currency: wanted.currency },
  });
  const recordId = await record(...stepOf('proposed', { id, name }, wanted));
  return { price: current, proposed: { recordId, before } };
}

/** After the transaction: every owner gets a mail. */
export async function announcePrice(
  deps: Deps,
  actor: AdministratorActor,
  { id, name }: Pick<OfficeProduct, 'id' | 'name'>,
  wanted: Money,
  { recordId, before }: Proposed,
): Promise<void> {
  const about = { product: name, price: formatMoney(wanted), before: formatMoney(before), by: actor.name };
  const mail = priceProposedMail({ ...about, url: `${deps.config.publicUrl}/admin/approvals?kind=price` });
  await mailOwners(deps, 'price-change', { step: `price-${recordId}`, mail, about: id });
}

/** A second administrator confirms the price that waits and was shown. @throws ApiError 404, 409; DomainError invalid_state */
export const confirmPrice = (deps: Deps, actor: AdministratorActor, product: OfficeProduct, seen: Money) =>
  decide(deps, actor, product, { type: 'Confirm', seen });

/** Refuses the price that waits, or takes the own one back. @throws ApiError 403, 404; DomainError invalid_state */
export const refusePrice = (deps: Deps, actor: AdministratorActor, product: OfficeProduct) =>
  decide(deps, actor, product, { type: 'Refuse', seen: null });

async function decide(
  deps: Deps,
  actor: AdministratorActor,
  { id, name, variantId }: OfficeProduct,
  { type, seen }: { readonly type: 'Confirm' | 'Refuse'; readonly seen: Money | null },
): Promise<ProposalEnd | null> {
  return recordedTransaction(deps, actor, async (transaction, record) => {
    await transaction.query(sql.void`select from app.product where id = ${id} for update`);
    const open = found(await findOpenProposal(transaction, KIND, id), 'No price waits for this product any more.');
    const proposal = found(await lockProposal(transaction, KIND, open.proposalId));
    const price = priceIn(proposal);
    if (type === 'Refuse' && proposal.proposedBy !== actor.administratorId) requirePermission(actor, 'prices:confirm');
    if (seen && !isSame(seen, price)) {
      throw conflict(
        'changed_elsewhere',
        `Another price waits now: ${formatMoney(price)}. Look at it first. Nothing was changed.`,
      );
    }
    const by = await amongColleagues({ ...deps, database: transaction }, actor, 'catalogue:write');
    const ended = decideProposal({ type, by }, stateOf(proposal, null));
    if (ended === null) return ended;
    await endProposal(transaction, proposal.proposalId, { ended, by: actor.administratorId, at: deps.clock() });
    if (ended === 'confirmed' && variantId !== null) {
      await setPrice(deps, transaction, variantId, price);
      await transaction.query(sql.void`
        update app.product set updated_at = ${nextUpdatedAt(sql.fragment`updated_at`)} where id = ${id}`);
    }
    await record(...stepOf(ended, { id, name }, price));
    return ended;
  });
}

const stepOf = (
  step: 'proposed' | ProposalEnd,
  { id, name }: { readonly id: string; readonly name: string },
  price: Money,
): Parameters<Recording> => [
  // A price has no time of its own, so it is never carried out by itself.
  `price-change-${step === 'carried-out' ? 'confirmed' : step}`,
  ['product', id],
  { name, price: formatMoney(price) },
];
