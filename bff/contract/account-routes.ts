import { ApiKeyAnswer, ApiKeyCreated, CreateApiKeyBody, RevokeApiKeyQuery } from './api-key.ts';
import { BankingDetailAnswer, BankingDetailSaved } from './banking.ts';
import { BankingDetailForm } from './banking-form.ts';
import { dataOf, MessageAnswer, PageQuery } from './common.ts';
import { Company, CompanyDetailBody, CompanySaved, DocumentSaved } from './company.ts';
import { MoneyMailChoice, MoneyMailChoices } from './money-mails.ts';
import { EVENT_STREAM, MarkReadAnswer, MarkReadBody, NotificationPage, NotificationParams } from './notification.ts';
import { ANY_FILE, oneFile, routesFor } from './route.ts';
import { SendTicketAnswer } from './support.ts';
import { SupportTicketForm } from './support-form.ts';
import { DOCUMENT_RULES } from './upload-rules.ts';
import { CurrentUserAnswer, DeliveryChoiceBody } from './user.ts';

const account = routesFor({ auth: 'customer-any-state', tag: 'Account' });

export const userRoutes = {
  getUser: account.get('/user', 'The signed-in customer.', CurrentUserAnswer, { ability: 'user:read' }),
  chooseUserDelivery: account.put(
    '/user/delivery',
    'Choose whether orders are delivered in part, unless a checkout says otherwise.',
    CurrentUserAnswer,
    { body: DeliveryChoiceBody },
  ),
  getUserMails: account.get('/user/mails', 'Which mails about money are sent.', MoneyMailChoices),
  chooseUserMail: account.put(
    '/user/mails',
    'Switch a kind of mail about money on or off; those of security are always sent.',
    MoneyMailChoices,
    { body: MoneyMailChoice },
  ),
};

export const companyRoutes = {
  getCompanyDetail: account.get('/user/company-detail', 'Company details; 404 before they are saved.', dataOf(Company)),
  // A change stops the payouts of an approved company.
  createCompanyDetail: account.post(
    '/user/company-detail',
    'Save the company details for the first time.',
    CompanySaved,
    { step_up: true, body: CompanyDetailBody, status: 201 },
  ),
  updateCompanyDetail: account.put('/user/company-detail', 'Change the company details.', CompanySaved, {
    step_up: true,
    body: CompanyDetailBody,
  }),
  submitCompanyDetail: account.post(
    '/user/company-detail/submit',
    'Finish: ask for approval. Needs complete details and at least one document.',
    MessageAnswer,
  ),
  addCompanyDocument: account.post(
    '/user/company-detail/documents',
    'Upload a company document (PDF, JPEG, PNG, DOC, DOCX; 15 MB).',
    DocumentSaved,
    { multipart: oneFile('document', DOCUMENT_RULES.maxBytes), status: 201 },
  ),
  openCompanyDocument: account.file(
    '/user/company-detail/documents/:id',
    'Download a document of one’s own.',
    ANY_FILE,
  ),
  removeCompanyDocument: account.delete('/user/company-detail/documents/:id', 'Delete a document.', MessageAnswer),
};

export const bankingRoutes = {
  getBankingDetail: account.get(
    '/user/banking-detail',
    'Banking details for payouts; 404 before they are saved.',
    BankingDetailAnswer,
  ),
  createBankingDetail: account.post('/user/banking-detail', 'Save the banking details.', BankingDetailSaved, {
    step_up: true,
    body: BankingDetailForm,
    status: 201,
  }),
  updateBankingDetail: account.put('/user/banking-detail', 'Change the banking details.', BankingDetailSaved, {
    step_up: true,
    body: BankingDetailForm,
  }),
};

const apiKey = routesFor({ auth: 'customer', tag: 'API key' });

export const apiKeyRoutes = {
  getApiKey: apiKey.get('/api-key', 'The API keys in use, without their secrets.', ApiKeyAnswer),
  createApiKey: apiKey.post(
    '/api-key',
    'A new API key, shown once; the old one of its kind is revoked.',
    ApiKeyCreated,
    { step_up: true, body: CreateApiKeyBody, status: 201 },
  ),
  revokeApiKey: apiKey.delete('/api-key', 'Revoke the API key.', MessageAnswer, { query: RevokeApiKeyQuery }),
};

const support = routesFor({ auth: 'public', tag: 'Support' });

export const supportRoutes = {
  sendSupportTicket: support.post('/support/send-ticket', 'Send a support ticket.', SendTicketAnswer, {
    body: SupportTicketForm,
    status: 201,
    idempotent: true,
    rate_limit: 'auth',
  }),
};

const notification = routesFor({ auth: 'customer-any-state', tag: 'Notifications' });

export const notificationRoutes = {
  listNotifications: notification.get(
    '/notifications',
    'Notifications, newest first, with the count of unread ones.',
    NotificationPage,
    { query: PageQuery },
  ),
  streamNotifications: notification.file(
    '/notifications/stream',
    'Server-sent events: `news` when the bell changes, `orders` when an order went on by itself.',
    EVENT_STREAM,
  ),
  markNotificationRead: notification.patch('/notifications/:id', 'Mark one as read.', MarkReadAnswer, {
    params: NotificationParams,
    body: MarkReadBody,
  }),
  markAllNotificationsRead: notification.patch('/notifications', 'Mark all as read.', MarkReadAnswer, {
    body: MarkReadBody,
  }),
};
