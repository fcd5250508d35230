import { useEffect, useRef, useState } from 'react';
import { api } from '#web/lib/api.ts';
import { serverMessage } from '#web/lib/api-error.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.ts';

const SAVE_AFTER_MILLISECONDS = 800;

/** A percentage that saves itself when typing pauses, and goes back to what was saved when that fails. */
export function DiscountInput({
  userId,
  productId,
  productName,
  saved,
  onSaved,
}: {
  userId: string;
  productId: string;
  productName: string;
  saved: number;
  onSaved: () => void;
}) {
  const [text, setText] = useState(saved === 0 ? '' : String(saved));
  const [isSaving, setSaving] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTyping = useRef(false);
  const savedText = saved === 0 ? '' : String(saved);
  // The saved value shows unless someone types; a save that waits when the row leaves the screen is still sent.
  useEffect(() => {
    if (!isTyping.current) setText(savedText);
  }, [savedText]);

  const save = async (value: number) => {
    isTyping.current = false;
    if (value < 0 || value > 100) {
      toast.error('Invalid discount', 'Discount must be between 0 and 100');
      setText(savedText);
      return;
    }
    if (value === saved) return;
    setSaving(true);
    try {
      await api('POST /admin/discounts', { body: { user_id: userId, product_id: productId, percentage: value } });
      toast.success(value === 0 ? 'Discount removed successfully' : 'Discount applied successfully');
      onSaved();
    } catch (error) {
      toast.error('Error', serverMessage(error, 'Failed to apply discount'));
      setText(savedText);
    } finally {
      setSaving(false);
    }
  };
  const type = (next: string) => {
    isTyping.current = true;
    setText(next);
    clearTimeout(timer.current);
    const value = Number(next.trim());
    if (next.trim() === '' || Number.isNaN(value)) return;
    timer.current = setTimeout(() => void save(value), SAVE_AFTER_MILLISECONDS);
  };
  return (
    <TextInput
      aria-label={`Discount on ${productName} in percent`}
      inputMode="decimal"
      placeholder="0"
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        // What is empty or no number is ignored: the field shows again what is in force.
        if (text.trim() !== '' && !Number.isNaN(Number(text))) return;
        isTyping.current = false;
        setText(savedText);
      }}
      end={isSaving ? <Spinner /> : <span className="w-7 text-center text-xs">%</span>}
      className="tabular ml-auto max-w-28 text-right"
    />
  );
}
