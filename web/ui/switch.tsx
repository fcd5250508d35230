import { type ReactNode, useId } from 'react';

type SwitchProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** A setting that takes effect at once. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <span id={id} className="text-sm font-medium">
          {label}
        </span>
        {hint !== undefined && <p className="text-xs text-muted">{hint}</p>}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={id}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="h-5 w-9 shrink-0 rounded-full bg-faint p-0.5 transition-colors aria-checked:bg-accent disabled:opacity-50"
      >
        <span
          className={`block size-4 rounded-full bg-white shadow-sm transition-transform ${checked ? 'translate-x-4' : ''}`}
        />
      </button>
    </div>
  );
}
