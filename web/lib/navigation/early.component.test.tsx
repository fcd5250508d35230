import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { keepEarly, replayEarly } from './early.ts';

describe('what is typed before the code of a page has come', () => {
  const page = document.createElement('div');
  before(() => document.body.append(page));
  afterEach(() => page.replaceChildren());
  after(() => page.remove());

  /** A page drawn by the server; the first field was filled before its code was loaded. */
  function drawnForm() {
    page.innerHTML = '<input id="email"><input id="password"><input id="remember" type="checkbox">';
    const [email, password, remember] = page.querySelectorAll('input');
    assert.ok(email && password && remember);
    email.value = 'ada@example.com';
    keepEarly(page);
    return { email, password, remember };
  }

  it('is typed again where the form began with its own values', () => {
    const { email } = drawnForm();
    email.value = '';
    const heard: string[] = [];
    email.addEventListener('input', () => heard.push(email.value));
    replayEarly();
    assert.equal(email.value, 'ada@example.com');
    assert.deepEqual(heard, ['ada@example.com']);
  });

  it('counts until the page is taken over: the last that was typed stays', () => {
    const { email, password, remember } = drawnForm();
    password.value = 'correct horse';
    password.dispatchEvent(new Event('input', { bubbles: true }));
    remember.click();
    email.value = '';
    replayEarly();
    assert.deepEqual([email.value, password.value, remember.checked], ['ada@example.com', 'correct horse', true]);
    password.value = 'typed later';
    replayEarly();
    assert.equal(password.value, 'typed later');
  });
});
