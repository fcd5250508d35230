// A page for components. The runner loads it first (`--import`), because React looks for a document when it loads.
import 'global-jsdom/register';
import { registerHooks } from 'node:module';

// Style sheets are the bundler's.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.css') ? { format: 'module', source: '', shortCircuit: true } : next(url, context),
});

/** What a page measures and animates, of which this one does nothing. */
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
// Node has a navigator of its own, which does not know whether there is a network.
Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
// A page's code calls them without saying whose they are.
for (const name of [
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'matchMedia',
  'getSelection',
] as const) {
  Object.defineProperty(globalThis, name, { value: window[name].bind(window), configurable: true });
}
// Node's own events are no events to this page.
for (const name of ['Event', 'EventTarget', 'CustomEvent'] as const) {
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
}
// As in browsers: the options of a select can be walked.
Object.defineProperty(window.HTMLOptionsCollection.prototype, Symbol.iterator, { value: Array.prototype.values });
