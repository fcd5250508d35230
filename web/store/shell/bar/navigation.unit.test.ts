import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linksFor } from './navigation.ts';

describe('the places that are offered', () => {
  const hrefs = (user: Parameters<typeof linksFor>[0]) => {
    const { main, settings } = linksFor(user);
    return [...main, ...settings].map(({ href }) => href);
  };

  it('before the approval are those that the route protection opens', () => {
    const OPEN = ['/', '/settings/company'];
    assert.deepEqual(hrefs({ is_approved: false, is_company_detail_complete: true }), OPEN);
    assert.deepEqual(hrefs({ is_approved: true, is_company_detail_complete: false }), OPEN);
  });

  it('are all of them for members, and for visitors, whom each leads to the sign-in', () => {
    assert.equal(hrefs({ is_approved: true, is_company_detail_complete: true }).length, 8);
    assert.deepEqual(hrefs(undefined), hrefs({ is_approved: true, is_company_detail_complete: true }));
  });
});
