import type { ComponentProps, ReactNode, WheelEvent } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { INPUT_CLASS, useFieldAttributes } from './field.tsx';

type TextInputProps = ComponentProps<'input'> & {
  /** An icon or short text inside, at the start ('$'). */
  start?: ReactNode;
  /** The same at the end: a unit, a small button. */
  end?: ReactNode;
};

/** A line of text, a number, a date: any native input of this look. Put it in a Field. */
export function TextInput({ start, end, className, required, ...rest }: TextInputProps) {
  const attributes = useFieldAttributes({ id: rest.id, required });
  // Browsers change a number by the wheel, but an amount must not change because the page was scrolled.
  const onWheel =
    rest.type === 'number' ? (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur() : undefined;
  const input = (
    <input
      {...attributes}
      onWheel={onWheel}
      {...rest}
      id={attributes.id}
      className={cx(
        INPUT_CLASS,
        start !== undefined && 'pl-9',
        end !== undefined && 'pr-10',
        rest.type === 'number' && 'tabular',
        className,
      )}
    />
  );
  if (start === undefined && end === undefined) return input;
  return (
    <div className="relative">
      {start !== undefined && (
        <span className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center text-muted [&_svg]:size-4">
          {start}
        </span>
      )}
      {input}
      {end !== undefined && <span className="absolute inset-y-0 right-0 flex items-center pr-1 text-muted">{end}</span>}
    </div>
  );
}
