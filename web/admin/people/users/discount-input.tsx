import { useEffect, useRef, useState } from 'react';
import { api } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { Spinner } from '#web/ui/actions/spinner.tsx';
import { TextInput } from '#web/ui/form/controls/text-input.tsx';

const SAVE_AFTER_MILLISECONDS = 800;
/** Empty text and text that is not a number are ignored. */
const NUMBER = /^-?(\d+(\.\d+)?|\.\d+)$/;
/** With a point where a comma stands. */
const plain = (text: string): string => text.trim().replace(',', '.');

type DiscountInputProps = {
  userId: string;
  productId: string;
  productName: string;
  /** The percentage in force. */
  saved: number;
  /** Reloads the percentage in force. */
  onSaved: () => Promise<unknown>;
};

/** A percentage that saves itself when typing pauses, and shows the one in force again where that fails. */
export function DiscountInput({ userId, productId, productName, saved, onSaved }: DiscountInputProps) {
  /** The typed text that is not in force yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const inForce = useRef(saved);
  const lastSave = useRef(Promise.resolve());
  useEffect(() => {
    inForce.current = saved;
  }, [saved]);
  /** Shows the percentage in force, unless something else was typed meanwhile. */
  const settle = (text: string) => setTyped((now) => (now === text ? null : now));

  const save = async (text: string, percentage: number) => {
    if (percentage !== inForce.current) {
      setSaving(true);
      try {
        const body = { user_id: userId, product_id: productId, percentage, expect_percentage: inForce.current };
        const { message, discount } = await api('POST /admin/discounts', { body });
        // A large one waits for a second administrator.
        inForce.current = discount?.percentage ?? 0;
        toast.success(message);
        await onSaved();
      } catch (error) {
        toastError(error, 'Failed to apply discount');
      }
      setSaving(false);
    }
    settle(text);
  };
  const commit = (text: string) => {
    const percentage = Number(plain(text));
    if (percentage < 0 || percentage > 100) {
      toast.error('Invalid discount', 'Discount must be between 0 and 100');
      return settle(text);
    }
    // One call after the other, so that the last typed value stays.
    lastSave.current = lastSave.current.then(() => save(text, percentage));
  };
  // A save that waits when the row leaves the screen is still sent.
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    if (NUMBER.test(plain(text))) timer.current = setTimeout(() => commit(text), SAVE_AFTER_MILLISECONDS);
  };
  return (
    <TextInput
      aria-label={`Discount on ${productName} in percent`}
      inputMode="decimal"
      placeholder="0"
      value={typed ?? (saved === 0 ? '' : String(saved))}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped((now) => (now !== null && NUMBER.test(plain(now)) ? now : null))}
      end={isSaving ? <Spinner /> : <span className="w-7 text-center text-xs">%</span>}
      className="tabular ml-auto max-w-28 text-right"
    />
  );
}
