import { adminPersonalDataRoutes, type PersonalDataStatus } from '#bff/contract/people/personal-data.ts';
import { voidAccountTokens } from '#bff/identity/accounts/account-tokens.ts';
import { mailCustomer } from '#bff/identity/accounts/mail-customer.ts';
import { revokeApiKey } from '#bff/identity/api-keys/api-key-store.ts';
import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { recordAction } from '#bff/identity/audit/record-action.ts';
import { endSessionsOf } from '#bff/identity/sessions/sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sendPdf } from '#bff/kit/files/send-file.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { requireCurrent } from '#bff/kit/http/require-current.ts';
import { conflict, found } from '#bff/kit/lib/api-error.ts';
import { sealNote } from '#bff/kit/lib/notes.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { exportReadyMail, requestRefusedMail } from '#bff/papers/mails/personal-data-mails.ts';
import { openKeptInvoice } from './kept-invoices.ts';
import { obstaclesOf } from './obstacles.ts';
import { presentForOwner } from './present.ts';
import { findRequest, finishRequest, listRequests, moveRequest, type PersonalDataRow } from './requests.ts';

export const registerAdminPersonalData = feature(adminPersonalDataRoutes, (deps) => {
  const { database } = deps;

  const require = async (id: string) => found(await findRequest(database, id), 'There is no such request.');
  const saved = async (id: string, message: string) => ({
    message,
    data: await presentForOwner(deps, await require(id)),
  });

  async function decide(
    transaction: Queryable,
    { id: requestId, customer_id: customerId }: PersonalDataRow,
    status: PersonalDataStatus,
    { by, note }: { by: string; note: string | null },
  ): Promise<void> {
    const note_sealed = await sealNote(deps.notes, customerId, note);
    const decided = { decided_by: by, decided_at: deps.clock(), note_sealed };
    if (!(await moveRequest(transaction, requestId, ['requested', status], decided))) {
      throw conflict('invalid_state', 'This request does not wait any more. Nothing was changed.');
    }
  }

  return {
    listPersonalDatas: async ({ query }) => {
      const { data, meta } = await listRequests(database, query);
      return { data: await Promise.all(data.map((row) => presentForOwner(deps, row))), meta };
    },
    adminGetPersonalDataRequest: async ({ params }) => ({
      data: await presentForOwner(deps, await require(params.id)),
    }),
    adminConfirmPersonalDataRequest: async (call) => {
      const { params, body, actor } = call;
      const request = await require(params.id);
      if (request.kind === 'erasure') await requireNothingInTheWay(deps, request.customer_id);
      await recordedTransaction(deps, actor, async (transaction, record) => {
        await decide(transaction, request, 'confirmed', { by: actor.administratorId, note: body.note });
        // After this the customer can change nothing that the job has already checked.
        if (request.kind === 'erasure') await closeAccount(transaction, request.customer_id);
        else await finishRequest(transaction, request.id, deps.clock());
        await record('personal-data-confirmed', ['customer', request.customer_id], { kind: request.kind });
      });
      if (request.kind === 'erasure') {
        await deps.personalData.wake();
        return saved(params.id, 'Confirmed. It is done within a few minutes.');
      }
      await announceCopy(deps, request);
      return saved(params.id, 'Confirmed. The customer can download the copy for a week.');
    },
    adminRefusePersonalDataRequest: async (call) => {
      const { params, body, actor } = call;
      const request = await require(params.id);
      await recordedTransaction(deps, actor, async (transaction, record) => {
        await decide(transaction, request, 'refused', { by: actor.administratorId, note: body.note });
        await record('personal-data-refused', ['customer', request.customer_id], { kind: request.kind });
      });
      const what = request.kind === 'erasure' ? 'erase your account' : 'a copy of your data';
      await mailCustomer(deps, request.customer_id, 'personal-data', requestRefusedMail(what, body.note));
      return saved(params.id, 'Refused. The customer gets an email with the reason.');
    },
    adminOpenKeptInvoice: async (call) => {
      const { id, invoiceId } = call.params;
      const invoice = found(await openKeptInvoice(deps, id, invoiceId), 'This invoice is not kept.');
      // The record comes first: a look that cannot be recorded is not allowed.
      await recordAction(call, 'kept-invoice-viewed', ['invoice', invoiceId], { number: invoice.number });
      return sendPdf(call.reply, invoice.pdf);
    },
  };
});

/** @throws ApiError 409 */
async function requireNothingInTheWay(deps: BffDeps, customerId: string): Promise<void> {
  await requireCurrent(deps);
  const obstacles = await obstaclesOf(deps.database, customerId);
  if (obstacles.length > 0) {
    throw conflict('erasure_blocked', `This customer cannot be erased yet. ${obstacles.join(' ')}`);
  }
}

function announceCopy(deps: BffDeps, { id: requestId, customer_id: customerId }: PersonalDataRow): Promise<boolean> {
  const mail = exportReadyMail(`${deps.config.publicUrl}/settings/account`);
  return mailCustomer(deps, customerId, 'personal-data', mail, `export-ready-${requestId}`);
}

async function closeAccount(transaction: Queryable, customerId: string): Promise<void> {
  await voidAccountTokens(transaction, customerId, 'verify-email', 'reset-password', 'restore-email');
  await endSessionsOf(transaction, customerId, 'erased');
  await revokeApiKey(transaction, customerId);
}
