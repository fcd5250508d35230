// A simulated page for components. The runner loads it first (`--import`), because React looks for a document when it loads.
import 'global-jsdom/register';
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';

// The bundler handles style sheets, so they are empty here.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.css') ? { format: 'module', source: '', shortCircuit: true } : next(url, context),
});

/** Observers of layout and animation, which do nothing in this page. */
class NoObserver implements ResizeObserver, IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
window.ResizeObserver ??= NoObserver;
globalThis.ResizeObserver ??= NoObserver;
globalThis.IntersectionObserver ??= NoObserver;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.getAnimations ??= () => [];
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as MediaQueryList;
globalThis.matchMedia ??= window.matchMedia;
// Node's own navigator has no `onLine`.
Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
// A page's code uses them as globals.
for (const name of [
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'matchMedia',
  'getSelection',
] as const) {
  Object.defineProperty(globalThis, name, { value: window[name].bind(window), configurable: true });
}
// This page does not accept Node's own events.
for (const name of ['Event', 'EventTarget', 'CustomEvent'] as const) {
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
}
// As in browsers, the options of a select are iterable.
Object.defineProperty(window.HTMLOptionsCollection.prototype, Symbol.iterator, { value: Array.prototype.values });

const { equal } = assert;
const named = (value: unknown) => (value instanceof Element ? value.outerHTML.slice(0, 200) : String(value));
/**
 * An element that is compared is named by its first letters. Node describes a value by all of its fields, and in those of an element React keeps
 * its whole tree: one failed comparison took minutes and 18 GB.
 */
assert.equal = (actual: unknown, expected: unknown, message?: string | Error) => {
  if (!(actual instanceof Node || expected instanceof Node)) return equal(actual, expected, message);
  assert.ok(Object.is(actual, expected), message ?? `${named(actual)} is not ${named(expected)}`);
};
