// A page that the server drew shows before its code has come. What is typed and pressed meanwhile is not lost.

declare global {
  interface Window {
    /** Set by `public/before-paint.js`. */
    earlyPress?: ((event: Event) => void) & { button?: HTMLElement };
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement;

let typed: readonly { field: Field; value: string; checked: boolean }[] = [];

/** Before the code takes the page over: forms begin with their own values then. */
export function keepEarly(root: Element): void {
  typed = [...root.querySelectorAll<Field>('input, textarea')].map((field) => ({
    field,
    value: field.value,
    checked: field instanceof HTMLInputElement && field.checked,
  }));
}

/** After it did, and whenever a screen arrives: only the first time does something. */
export function replayEarly(): void {
  for (const { field, value, checked } of typed) {
    if (field instanceof HTMLInputElement && field.checked !== checked) field.click();
    else if (field.value !== value) type(field, value);
  }
  typed = [];
  const early = window.earlyPress;
  if (!early) return;
  removeEventListener('click', early, true);
  delete window.earlyPress;
  early.button?.click();
}

/** As if it was typed now: React listens for the event, and looks at what its own setter has not seen. */
function type(field: Field, value: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
