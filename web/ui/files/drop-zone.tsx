import { type ReactNode, useRef, useState } from 'react';
import { cx } from '#web/lib/words/cx.ts';

type DropZoneProps = {
  /** The name of the file input, for screen readers. */
  label: string;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
  className?: string;
  /** The content, with a button that chooses files: `browse` opens the chooser. */
  children: (browse: () => void) => ReactNode;
};

/** Takes files by drop, click or keyboard. */
export function DropZone({ label, accept, multiple, disabled, onFiles, className, children }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a convenience; the button inside does the same.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
      className={cx(
        'rounded-lg border border-dashed transition-colors',
        isOver && !disabled ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
        className,
      )}
    >
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Allows the same file to be chosen again.
          event.target.value = '';
          onFiles(files);
        }}
      />
    </div>
  );
}
