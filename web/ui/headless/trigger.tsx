import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/** What opened a piece: the keyboard goes on to its first entry, the pointer is on its way itself. */
export type Opener = 'pointer' | 'keyboard';

/** What a trigger's button must be given: `(props) => <IconButton {...props} … />`. */
export type TriggerProps = Omit<ComponentProps<'button'>, 'disabled' | 'children' | 'value'>;
export type RenderTrigger = (props: TriggerProps) => ReactNode;

/** The `as` of Headless UI's buttons: draws the trigger that a screen gives, which may be more than a button. */
export const Trigger = ({ render, ...props }: TriggerProps & { render: RenderTrigger }) => render(props);

/** Opens a piece that has just taken its stand-in's place, and gives its button the focus that the stand-in had. */
export function useOpenAtOnce(opener: Opener): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    button.current?.focus({ preventScroll: true });
    if (opener === 'pointer') button.current?.click();
    else button.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  }, [opener]);
  return button;
}
