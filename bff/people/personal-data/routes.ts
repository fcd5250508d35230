import { Readable } from 'node:stream';
import { type PersonalDataKind, personalDataRoutes } from '#bff/contract/people/personal-data.ts';
import { mailCustomer } from '#bff/identity/accounts/mail-customer.ts';
import { sendDownload } from '#bff/kit/files/send-file.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { requireCurrent } from '#bff/kit/http/require-current.ts';
import { conflict, found, notFound } from '#bff/kit/lib/api-error.ts';
import { erasureRequestedMail, exportRequestedMail } from '#bff/papers/mails/personal-data-mails.ts';
import { archiveOf } from './archive.ts';
import { obstaclesOf } from './obstacles.ts';
import { downloadUntil, presentRequest } from './present.ts';
import { findLatest, findRequest, insertRequest, lastAskedAt, moveRequest } from './requests.ts';
import { zipped } from './zip.ts';

/** Within this time there is only one mail, however often a request is made and taken back. */
const MAIL_COOLDOWN_MS = 60 * 60_000;
const SETTINGS = '/settings/account';

export const registerPersonalData = feature(personalDataRoutes, (deps) => {
  const { database, config, rules } = deps;

  const latest = async (customerId: string, kind: PersonalDataKind) => {
    const row = await findLatest(database, customerId, kind);
    return row && presentRequest(deps, row);
  };

  async function ask(customerId: string, kind: PersonalDataKind, requestId: string) {
    const asked = { requestId, customerId, kind, at: deps.clock() };
    if (!(await insertRequest(database, asked))) {
      throw conflict('already_requested', 'You have asked for this already. It waits for an owner of the store.');
    }
    await announce(asked);
    return presentRequest(deps, found(await findRequest(database, requestId)));
  }

  async function announce({ requestId, customerId, kind, at }: Parameters<typeof insertRequest>[1]): Promise<void> {
    const last = await lastAskedAt(database, { requestId, customerId, kind });
    if (last !== null && at.getTime() - last.getTime() < MAIL_COOLDOWN_MS) return;
    const mailFor = kind === 'erasure' ? erasureRequestedMail : exportRequestedMail;
    const mail = mailFor(`${config.publicUrl}${SETTINGS}`);
    await mailCustomer(deps, customerId, 'personal-data', mail, `personal-data-${requestId}`);
  }

  return {
    getPersonalDataRequests: async ({ actor: { customerId } }) => ({
      export: await latest(customerId, 'export'),
      erasure: await latest(customerId, 'erasure'),
      obstacles: await obstaclesOf(database, customerId),
      invoice_years: rules().invoiceRetentionYears,
    }),
    requestDataExport: async ({ actor: { customerId }, newId }) => ({
      message: 'Your request was sent. We mail you once your copy can be downloaded.',
      data: await ask(customerId, 'export', newId('request')),
    }),
    downloadPersonalData: async ({ actor: { customerId }, reply }) => {
      const request = await findLatest(database, customerId, 'export');
      if (!request || downloadUntil(request, deps.clock()) === null) {
        throw notFound('There is no copy to download. Ask for one first.');
      }
      const body = Readable.from(zipped(archiveOf(deps, customerId)));
      return sendDownload(reply, { name: 'your-data.zip', contentType: 'application/zip', body });
    },
    requestErasure: async ({ actor: { customerId }, newId }) => {
      await requireCurrent(deps);
      const obstacles = await obstaclesOf(database, customerId);
      if (obstacles.length > 0) {
        throw conflict('erasure_blocked', `Your account cannot be erased yet. ${obstacles.join(' ')}`);
      }
      return {
        message: 'Your request was sent. You can take it back until an owner of the store has confirmed it.',
        data: await ask(customerId, 'erasure', newId('request')),
      };
    },
    takePersonalDataRequestBack: async ({ actor: { customerId }, params: { id } }) => {
      const request = await findRequest(database, id);
      if (request?.customer_id !== customerId) throw notFound('There is no such request.');
      if (!(await moveRequest(database, id, ['requested', 'taken-back']))) {
        throw conflict('invalid_state', 'This request was decided already: it cannot be taken back any more.');
      }
      return {
        message: 'Your request was taken back.',
        data: await presentRequest(deps, found(await findRequest(database, id))),
      };
    },
  };
});
