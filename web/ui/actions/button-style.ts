import { cx } from '#web/lib/words/cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost' | 'link';
export type ButtonSize = 'sm' | 'md' | 'lg';

const BASE =
  'relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium transition-[background-color,border-color,color,box-shadow,opacity] aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:opacity-50 aria-busy:cursor-progress';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent shadow-xs not-aria-disabled:hover:bg-accent-hover',
  secondary:
    'border border-line-strong bg-surface text-ink shadow-xs not-aria-disabled:hover:bg-hover dark:bg-raised dark:not-aria-disabled:hover:bg-hover',
  ghost: 'text-ink not-aria-disabled:hover:bg-hover',
  danger: 'bg-bad-solid text-white shadow-xs not-aria-disabled:hover:bg-bad-solid-hover',
  'danger-ghost': 'text-bad not-aria-disabled:hover:bg-bad-soft',
  link: 'text-accent-ink underline-offset-4 not-aria-disabled:hover:underline',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-8 gap-1.5 px-3 text-sm [&_svg]:size-4',
  md: 'h-9 gap-2 px-4 text-sm [&_svg]:size-4',
  lg: 'h-11 gap-2 px-5 text-base [&_svg]:size-5',
};

const SQUARES: Record<ButtonSize, string> = {
  sm: 'size-8 [&_svg]:size-4',
  md: 'size-9 [&_svg]:size-4',
  lg: 'size-11 [&_svg]:size-5',
};

export const squareButtonClass = (variant: ButtonVariant, size: ButtonSize, className?: string): string =>
  cx(BASE, VARIANTS[variant], SQUARES[size], className);

/** The classes of a button, for a link that must look like one. */
export const buttonClass = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string => cx(BASE, VARIANTS[variant], variant === 'link' ? 'gap-1 text-sm [&_svg]:size-4' : SIZES[size], className);
