import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { toast } from '#web/lib/toast/toast.ts';
import { Button, type ButtonProps } from './button.tsx';
import { IconButton } from './icon-button.tsx';

/** How long the tick shows after a copy. */
const CONFIRM_MILLISECONDS = 2000;

type CopyButtonProps = {
  value: string | (() => string);
  /** Its name for screen readers ('Copy code'). */
  label?: string;
  /** With a visible text it is a full button. */
  children?: ReactNode;
  size?: ButtonProps['size'];
  variant?: ButtonProps['variant'];
};

/** A text that people copy rather than read, such as an id. */
export function CopiedText({ text, shown = text, label }: { text: string; shown?: string; label: string }) {
  return (
    <span className="-my-1.5 flex min-w-0 items-center gap-1">
      <span className="min-w-0 truncate font-mono text-xs" title={text}>
        {shown}
      </span>
      <CopyButton value={text} label={label} />
    </span>
  );
}

export function CopyButton({ value, label = 'Copy', children, size = 'sm', variant }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof value === 'function' ? value() : value);
    } catch {
      toast.error('Error', 'The browser did not allow copying. Please select the text and copy it by hand.');
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), CONFIRM_MILLISECONDS);
    toast.success('Copied');
  };
  const icon = copied ? <Check className="text-ok" aria-hidden /> : <Copy aria-hidden />;
  if (children === undefined)
    return <IconButton label={label} icon={icon} size={size} variant={variant ?? 'ghost'} onClick={copy} />;
  return (
    <Button icon={icon} size={size} variant={variant ?? 'secondary'} onClick={copy}>
      {children}
    </Button>
  );
}
