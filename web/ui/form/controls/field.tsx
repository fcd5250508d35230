import { createContext, type ReactNode, use, useId } from 'react';
import { cx } from '#web/lib/words/cx.ts';

type FieldContext = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };
const Context = createContext<FieldContext | null>(null);

export type FieldProps = {
  label: ReactNode;
  /** Help below the input, always visible. */
  hint?: ReactNode;
  /** The error, which replaces the hint and is announced. */
  error?: ReactNode;
  required?: boolean;
  /** A link at the right end of the label: 'Forgot password?'. In the order of Tab it comes after the input. */
  aside?: ReactNode;
  /** Only screen readers get the label. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

/** Label, input, hint and error, connected for assistive software. The input inside takes its id and state automatically. */
export function Field({ label, hint, error, required = false, aside, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? hint);
  return (
    <div className={cx('relative flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={cx('self-start text-sm font-medium', hideLabel && 'sr-only')}>
        {label}
        {required && (
          <span className="text-bad" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      <Context value={{ id, describedBy: hasNote ? noteId : undefined, invalid: Boolean(error), required }}>
        {children}
      </Context>
      {aside && <span className="absolute top-0 right-0 text-sm">{aside}</span>}
      {hasNote && (
        <p id={noteId} role={error ? 'alert' : undefined} className={cx('text-xs', error ? 'text-bad' : 'text-muted')}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** The attributes that an input takes from the Field around it; the input's own attributes have priority. */
export function useFieldAttributes(own: { id?: string | undefined; required?: boolean | undefined }) {
  const field = use(Context);
  return {
    id: own.id ?? field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': own.required ?? (field?.required || undefined),
  };
}

export const INPUT_CLASS =
  'h-9 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-sm text-ink shadow-xs transition-[border-color,box-shadow] outline-none hover:border-faint focus:border-accent focus:ring-3 focus:ring-accent/20 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken aria-invalid:border-bad aria-invalid:focus:ring-bad/20';
