import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { isApiError, isCancelled } from '#web/lib/call/api-error.ts';
import { type ButtonSize, type ButtonVariant, buttonClass, squareButtonClass } from './button-style.ts';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

export type ButtonProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** An icon before the text. */
  icon?: ReactNode;
  /** Work is under way: a spinner shows and presses are ignored. The button also sets it while `onClick`'s promise is pending. */
  busy?: boolean;
  /** Text while busy ('Submitting...'). */
  busyText?: string;
  /** Only an icon; use IconButton, which also has a name. */
  square?: boolean;
  /** Why it cannot be pressed now: disables it and shows the reason in a tooltip. */
  disabledReason?: string | undefined;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
};

/**
 * A button that never sends twice: while busy it ignores presses but keeps the focus. Disabled is `aria-disabled`, so that the focus can
 * still reach it and its reason is shown.
 */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  busy = false,
  busyText,
  disabled = false,
  disabledReason,
  square = false,
  onClick,
  className,
  children,
  type = 'button',
  ref,
  ...rest
}: ButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  // The callback stays the same between renders: Headless UI closes a menu whose button gets a new one.
  const attach = useCallback(
    (button: HTMLButtonElement | null) => {
      element.current = button;
      if (typeof ref === 'function') return ref(button);
      if (ref) ref.current = button;
    },
    [ref],
  );
  // A tooltip wraps the button, so React makes a new element, which takes over the focus.
  const hadFocus = element.current !== null && element.current === document.activeElement;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  });
  const [working, setWorking] = useState(false);
  // Also a ref, because two presses may come before the first re-render.
  const open = useRef(false);
  const isBusy = busy || working;
  const blocked = disabled || isBusy || disabledReason !== undefined;

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked || open.current) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const result = onClick?.(event);
    if (!(result instanceof Promise)) return;
    open.current = true;
    setWorking(true);
    const settle = () => {
      open.current = false;
      setWorking(false);
    };
    result.then(settle, (error: unknown) => {
      settle();
      // The write of a refused call shows it, and a cancelled one needs no words; anything else is a bug and must be seen.
      if (!isApiError(error) && !isCancelled(error)) reportError(error);
    });
  };

  const button = (
    <button
      ref={attach}
      type={type}
      aria-disabled={blocked || undefined}
      aria-busy={isBusy || undefined}
      className={(square ? squareButtonClass : buttonClass)(variant, size, className)}
      onClick={press}
      {...rest}
    >
      {isBusy ? <Spinner /> : icon}
      {isBusy && busyText ? busyText : children}
    </button>
  );
  return disabledReason ? <Tooltip text={disabledReason}>{button}</Tooltip> : button;
}

type LinkButtonProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
};

/** A link within the app that looks like a button. */
export function LinkButton({ href, variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link href={href} className={buttonClass(variant, size, className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}
