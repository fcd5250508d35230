import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ErrorBody } from '#bff/contract/base/common.ts';
import { operations } from '#bff/contract/routes.ts';
import { createOpenApiDocument } from './document.ts';
import type { Schema } from './json-schema.ts';

const PROJECT_ROOT = path.join(import.meta.dirname, '../../..');
/** An object with this many fields needs a name where it occurs twice. */
const MIN_REPEATED_FIELDS = 3;

type Content = { readonly 'application/json'?: { readonly schema: Schema; readonly example: unknown } };
type Answer = { readonly $ref?: string; readonly content?: Content };
type DocumentedOperation = {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Record<string, Answer>;
  };
};

const isComponent = (at: string) => /^\/components\/schemas\/\w+$/.test(at);

describe('the OpenAPI document', () => {
  const document = createOpenApiDocument('https://shop.giftledger.test') as unknown as Document;
  const documented = new Map(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  );

  it('has every operation under a name of its own', () => {
    assert.equal(documented.size, operations.length);
    for (const { id } of operations) assert.match(id, /^[a-z]+([A-Z][a-z]+)*$/);
  });

  it('keeps the names: generated clients call them', () => {
    const gone = OPERATION_IDS.trim()
      .split(/\s+/)
      .filter((id) => !documented.has(id));
    assert.deepEqual(gone, []);
  });

  it('shows examples that the contract takes', () => {
    const wrong = operations.flatMap(({ id, route }) => {
      const { requestBody, responses } = documented.get(id) as DocumentedOperation;
      const sent = requestBody?.content['application/json']?.example;
      const answered = responses[route.status ?? 200]?.content?.['application/json']?.example;
      const problems = [route.body?.safeParse(sent), route.response?.safeParse(answered)].map(
        (parsed) => parsed?.error,
      );
      return problems.flatMap((error) => (error ? [`${id}: ${error.message}`] : []));
    });
    assert.deepEqual(wrong, []);
  });

  it('names what can go wrong, with an example in the one shape of errors', () => {
    for (const [id, { responses }] of documented) {
      for (const status of ['429', '500', '503']) assert.ok(responses[status], `${id} ${status}`);
    }
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      ErrorBody.parse(content?.['application/json']?.example, { error: () => name });
    }
  });

  it('repeats no object: what stands twice has a name', () => {
    const seen = new Map<string, string>();
    const repeated: string[] = [];
    const look = (at: string, value: unknown) => {
      if (typeof value !== 'object' || value === null) return;
      const fields = Object.keys((value as Schema).properties ?? {});
      if (fields.length >= MIN_REPEATED_FIELDS && !isComponent(at)) {
        const text = JSON.stringify(value);
        const first = seen.get(text);
        if (first) repeated.push(`${at} is ${first}: ${fields}`);
        seen.set(text, first ?? at);
      }
      for (const [key, part] of Object.entries(value)) if (key !== 'example') look(`${at}/${key}`, part);
    };
    look('', document);
    assert.deepEqual(repeated, []);
  });

  it('is clean for redocly lint', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'giftledger-openapi-'));
    const file = path.join(dir, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const child = spawn(process.execPath, ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--format=stylish', file], {
      cwd: PROJECT_ROOT,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await new Promise<unknown[]>((resolve) => child.once('close', (...end) => resolve(end)));
    await rm(dir, { recursive: true });
    assert.equal(code, 0, output.slice(0, 8_000));
  });
});

const OPERATION_IDS = `
addCarouselImages addCompanyDocument addCustomerDocument addProductStock addToCart adminCreateWithdrawal
adminGetDeposit adminGetDepositInvoice adminGetOrder adminGetOrderInvoice adminGetProduct adminGetSession
adminGetWithdrawal adminListBrands adminListBrandsWithLogo adminListCarouselImages adminListDeposits
adminListNotifications adminListOrders adminListProducts adminListTransactions adminListWithdrawals
adminMarkAllNotificationsRead adminMarkNotificationRead adminOpenDepositProof adminSearchProducts adminSignIn
adminSignOut adminStreamNotifications approveCustomer approveDeposit archiveProduct cancelOrder changeBrand
changeCarouselImage checkout clearCart completeWithdrawal createApiKey createBankingDetail createBrand
createCompanyDetail createDeposit createMfaChallenge createProduct createWebhook createWithdrawal enrollMfaFactor
exportTransactions forgotPassword fulfillOrder getApiKey getAuditTrail getBankingDetail getCart getCompanyDetail
getCustomer getCustomerDiscounts getCustomerWallets getCustomerWithdrawals getDashboardStats getDeposit
getDepositInvoice getImage getLedgerStatement getLedgerTrialBalance getOrder getOrderCodes getOrderInvoice
getOrderSalesInvoice getProduct getProductStock getSession getSystem getUser getWalletHistory getWithdrawal listBrands
listBrandsWithLogo listCarouselImages listCustomers listDeposits listMfaFactors listMostPurchasedProducts
listMostRecentProducts listNotifications listOrders listProductFilters listProducts listProductsLowInStock
listSupportTickets listTransactions listWallets listWebhookDeliveries listWebhooks listWithdrawals
markAllNotificationsRead markNotificationRead openCompanyDocument openCustomerDocument openDepositProof
redeliverWebhook refresh rejectDeposit rejectWithdrawal removeCartLine removeCompanyDocument removeCustomerDocument
removeDeposit removeMfaFactor removeWebhook replaceCarouselImages replySupportTicket resendVerification resetPassword
restoreProduct revokeApiKey revokeCustomer rotateWebhookSecret saveCustomerCompany searchAuditTrail searchCustomers
searchOrders searchProducts sendSupportTicket sendWebhookTest setCustomerCredit setCustomerDiscount setOrderStatus
setProductImage setSupportTicketStatus signIn signOut signUp streamNotifications submitCompanyDetail
updateBankingDetail updateCartLine updateCompanyDetail updateProduct updateUser updateWebhook uploadDepositProof
verifyEmail verifyMfaChallenge
`;
