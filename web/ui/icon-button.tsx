import type { ReactNode } from 'react';
import { cx } from '#web/lib/cx.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'busyText'> & {
  /** What it does, for those who cannot see the icon; also its tooltip. */
  label: string;
  icon: ReactNode;
  /** False where the surroundings make the tooltip superfluous. */
  tooltip?: boolean;
};

/** A square button with an icon alone. */
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
