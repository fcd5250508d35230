import { type Company, companyRoutes } from '#bff/contract/people/company.ts';
import { findIdentity } from '#bff/identity/accounts/company-identity.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { ApiError, found } from '#bff/kit/lib/api-error.ts';
import { findCustomer } from '#projections/models/customers.ts';
import { findCompany, listDocuments, presentDocument } from './company-store.ts';
import { receiveDocument, removeDocument, requireDocument, sendDocument } from './documents.ts';
import { saveDetails } from './save-details.ts';

export const registerCompany = feature(companyRoutes, (deps) => ({
  getCompanyDetail: async (call) => {
    const company = found(
      await findCompany(deps.database, call.actor.customerId),
      'The company details have not been saved yet.',
    );
    return { data: company };
  },
  createCompanyDetail: (call) => save(deps, call, 'Company details created successfully.'),
  updateCompanyDetail: (call) => save(deps, call, 'Company details updated successfully.'),
  submitCompanyDetail: async (call) => {
    await submit(deps, call);
    return { message: 'Your details were sent for approval. The review takes 1-2 business days.' };
  },
  addCompanyDocument: async (call) => {
    const { customerId } = call.actor;
    const row = await receiveDocument(deps, call.request, customerId, call.execute);
    return {
      message: 'Document uploaded successfully.',
      data: presentDocument(row, 'owner'),
    };
  },
  openCompanyDocument: async ({ actor, params, reply }) =>
    sendDocument(deps, reply, await requireDocument(deps, actor.customerId, params.id, 'owner')),
  removeCompanyDocument: async (call) => {
    await removeDocument(deps, call.actor.customerId, call.params.id, call.execute);
    return { message: 'Document deleted successfully.' };
  },
}));

type SaveCall = Call<typeof companyRoutes.createCompanyDetail> | Call<typeof companyRoutes.updateCompanyDetail>;

async function save(deps: BffDeps, call: SaveCall, message: string): Promise<{ message: string; data: Company }> {
  const { customerId } = call.actor;
  const companyId = call.newId('company');
  await saveDetails(deps, call.execute, { customerId, companyId, details: call.body });
  const company = found(await findCompany(deps.database, customerId));
  return { message, data: company };
}

async function submit(deps: BffDeps, call: Call<typeof companyRoutes.submitCompanyDetail>): Promise<void> {
  const { customerId } = call.actor;
  const [state, documents] = await Promise.all([
    findCustomer(deps.database, customerId),
    listDocuments(deps.database, customerId),
  ]);
  if (state?.status === 'approved' || state?.status === 'awaiting_approval') return;
  if (!(await findIdentity(deps.database, customerId))) {
    throw new ApiError(422, 'company_missing', 'Please fill in your company details first.');
  }
  if (documents.length === 0) {
    throw new ApiError(422, 'document_missing', 'Please upload at least one company document for verification.');
  }
  await call.execute({ type: 'RequestApproval', customerId });
}
