import { MessageAnswer } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { ApiKeyAnswer, ApiKeyCreated, CreateApiKeyBody, RevokeApiKeyQuery } from './api-key.ts';

const own = routesFor({ auth: 'customer', tag: 'API key' });

export const apiKeyRoutes = {
  getApiKey: own.get('/api-key', 'The API keys in use, without their secrets.', ApiKeyAnswer),
  createApiKey: own.post('/api-key', 'A new API key, shown once; the old one of its kind is revoked.', ApiKeyCreated, {
    step_up: true,
    body: CreateApiKeyBody,
    status: 201,
  }),
  revokeApiKey: own.delete('/api-key', 'Revoke the API key.', MessageAnswer, { query: RevokeApiKeyQuery }),
};
