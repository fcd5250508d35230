import type { Pdf } from '#bff/kit/files/send-file.ts';
import type { InvoiceParty } from '#bff/papers/drawing/party.ts';
import type { DepositView } from '#projections/models/deposits.ts';
import { depositInvoice } from './deposit-invoice.ts';
import { payToNow } from './paid-into.ts';
import { type SellerDeps, sellerUnder } from './parties.ts';
import { drawInvoice } from './render.ts';

/** The paper of a deposit as PDF: with the seller and the account of the settings that it was asked for under, unless that
 * account was recalled. @throws ApiError 409 */
export async function drawDepositInvoice(deps: SellerDeps, deposit: DepositView, buyer: InvoiceParty): Promise<Pdf> {
  const seller = await sellerUnder(deps, deposit.settingsVersion);
  return drawInvoice(depositInvoice(deposit, { seller, buyer }, payToNow(deps.settings.now(), deposit)));
}
