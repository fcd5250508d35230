import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { may, type Permission } from '#bff/contract/base/roles.ts';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';

describe('the administrators of the demonstration', () => {
  const TAKES_TWO: readonly Permission[] = [
    'deposits:decide',
    'withdrawals:decide',
    'customers:decide',
    'bank:suspense',
  ];

  it('may both do all that takes two of them', () => {
    for (const { roles } of [SIGN_INS.administrator, SIGN_INS.secondAdministrator])
      assert.deepEqual(
        TAKES_TWO.filter((permission) => !may(roles, permission)),
        [],
      );
  });
});
