// A page that the server drew shows before its code is loaded. What is typed and pressed meanwhile is not lost.

declare global {
  interface Window {
    /** Set by `public/before-paint.js`. */
    earlyPress?: ((event: Event) => void) & { button?: HTMLElement };
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement;

type Content = { readonly value: string; readonly checked: boolean };

const contents = new Map<Field, Content>();
const contentOf = (field: Field): Content => ({
  value: field.value,
  checked: field instanceof HTMLInputElement && field.checked,
});

/** Text that is typed between the load of the code and the hydration counts too, because on a busy machine that takes a while. */
function keepTyped({ target }: Event): void {
  const field = target as Field;
  if (contents.has(field)) contents.set(field, contentOf(field));
}

/** Runs before the hydration, because forms then start with their own values. */
export function keepEarly(root: Element): void {
  for (const field of root.querySelectorAll<Field>('input, textarea')) contents.set(field, contentOf(field));
  addEventListener('input', keepTyped, true);
}

/** Runs after the hydration, and whenever a screen arrives: only the first time has an effect. */
export function replayEarly(): void {
  removeEventListener('input', keepTyped, true);
  for (const [field, { value, checked }] of contents) {
    if (field instanceof HTMLInputElement && field.checked !== checked) field.click();
    else if (field.value !== value) type(field, value);
  }
  contents.clear();
  const early = window.earlyPress;
  if (!early) return;
  removeEventListener('click', early, true);
  delete window.earlyPress;
  early.button?.click();
}

/** As if it was typed now. React listens for the event, and reads a value that its own setter has not seen. */
function type(field: Field, value: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
