import type { ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'busyText'> & {
  /** The action, for screen readers and the tooltip. */
  label: string;
  icon: ReactNode;
  /** False where the context makes the tooltip unnecessary. */
  tooltip?: boolean;
};

export function IconButton({
  label,
  icon,
  tooltip = true,
  size = 'md',
  variant = 'ghost',
  className,
  ...rest
}: IconButtonProps) {
  const colour = variant === 'ghost' ? 'text-muted hover:text-ink' : '';
  const button = (
    <Button
      {...rest}
      aria-label={label}
      size={size}
      variant={variant}
      icon={icon}
      square
      className={cx(colour, className)}
    />
  );
  return tooltip && !rest.disabledReason ? (
    <Tooltip text={label} describes={false}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
