import { PROOF_RULES } from '#bff/contract/base/upload-rules.ts';
import { depositRoutes } from '#bff/contract/money/deposit.ts';
import { customerUploads } from '#bff/kit/files/customer-uploads.ts';
import { withMultipart } from '#bff/kit/files/read-multipart.ts';
import { sendStoredFile } from '#bff/kit/files/send-file.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict, found, invalidField, savedButNotShown } from '#bff/kit/lib/api-error.ts';
import { pageAsked } from '#bff/kit/lib/asked.ts';
import { sealNote } from '#bff/kit/lib/notes.ts';
import { presentList } from '#bff/kit/lib/present.ts';
import { readAmount } from '#bff/kit/lib/read-amount.ts';
import { nextNumber } from '#bff/kit/tables/document-numbers.ts';
import { withDeposit } from '#bff/money/bank/with-line.ts';
import { requireOwnWallet } from '#bff/money/wallets/own-wallet.ts';
import { accountForDeposits, accountsOpen } from '#bff/papers/invoices/paid-into.ts';
import { depositInstructionsMail } from '#bff/papers/mails/notice-mails.ts';
import { proofRefusal } from '#core/aggregates/deposit/transitions.ts';
import { type DepositListItem, findDeposit, listOwnDeposits } from '#projections/models/deposits.ts';
import { requireProof, sendDepositInvoice } from './papers.ts';
import { presentDeposit } from './present.ts';

const PROOF_FIELD = 'payment_proof';
const PROOF_UPLOAD = { ...PROOF_RULES, maxFiles: 1, isFileField: (name: string) => name === PROOF_FIELD };

export const registerDeposits = feature(depositRoutes, (deps) => {
  const { database, notes, config } = deps;

  async function ownDeposit(customerId: string, depositId: string): Promise<DepositListItem> {
    return found(await findDeposit(database, depositId, customerId), 'Deposit not found');
  }

  async function saved(customerId: string, depositId: string, message: string) {
    const deposit = await findDeposit(database, depositId, customerId);
    if (!deposit) throw savedButNotShown();
    return { message, data: await presentDeposit(deps, deposit) };
  }

  return {
    async listDeposits({ actor, query }) {
      const page = await listOwnDeposits(database, actor.customerId, pageAsked(query));
      return presentList(page, (deposit) => presentDeposit(deps, deposit));
    },
    async getDepositAccounts() {
      return { data: accountsOpen(deps) };
    },
    async getDeposit({ actor, params }) {
      return { data: await presentDeposit(deps, await ownDeposit(actor.customerId, params.id)) };
    },
    async createDeposit({ actor, body, newId, execute }) {
      const depositId = newId('deposit');
      const [wallet, number] = await Promise.all([
        requireOwnWallet(database, actor.customerId, body.wallet_id, 'Please select a wallet'),
        nextNumber(database, 'deposit'),
      ]);
      const { payInto } = accountForDeposits(deps, wallet.currency);
      await execute({
        type: 'RequestDeposit',
        depositId,
        number,
        customerId: actor.customerId,
        walletId: wallet.walletId,
        amount: readAmount('amount', body.amount, wallet.currency),
        note: await sealNote(notes, actor.customerId, body.user_notes),
        payInto,
      });
      const answer = await saved(
        actor.customerId,
        depositId,
        'Your deposit request was submitted. Your wallet is credited once the transfer has been checked.',
      );
      const mail = depositInstructionsMail(answer.data, `${config.publicUrl}/deposits?open=${depositId}`);
      await deps.mails.send('deposit-instructions', actor, mail, { id: `deposit-instructions-${depositId}` });
      return answer;
    },
    async uploadDepositProof({ actor, params, request, execute }) {
      const deposit = await ownDeposit(actor.customerId, params.id);
      // The check comes before the upload, so that a file that will be refused is not received.
      const refusal = proofRefusal(deposit.status);
      if (refusal !== undefined) throw conflict('invalid_state', refusal);
      // A replaced proof is stored for a time: its event has its hash, and an auditor may ask for it.
      const uploads = customerUploads(deps, actor.customerId, deposit.depositId);
      await withMultipart(deps, request, { ...PROOF_UPLOAD, uploads }, async ({ files: uploaded }) => {
        const file = uploaded[0];
        if (!file) throw invalidField(PROOF_FIELD, 'Please choose a file');
        await execute({
          type: 'UploadProof',
          depositId: deposit.depositId,
          fileId: file.id,
          sha256: file.sha256,
          contentType: file.contentType,
        });
      });
      return saved(actor.customerId, deposit.depositId, 'Your payment proof was uploaded.');
    },
    async openDepositProof({ actor, params, reply }) {
      return sendStoredFile(deps, reply, requireProof(await ownDeposit(actor.customerId, params.id)));
    },
    async getDepositInvoice({ actor, params, reply }) {
      const deposit = await ownDeposit(actor.customerId, params.id);
      if (deposit.status === 'rejected') {
        throw conflict('invalid_state', 'There is no invoice for a rejected deposit: no funds were credited.');
      }
      return sendDepositInvoice(deps, reply, deposit);
    },
    async removeDeposit({ actor, params, execute }) {
      const { depositId } = await ownDeposit(actor.customerId, params.id);
      await withDeposit(deps, depositId, () => execute({ type: 'DeleteDeposit', depositId }));
      return { message: 'The deposit was deleted.' };
    },
  };
});
