import type { ComponentProps } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { INPUT_CLASS, useFieldAttributes } from './field.tsx';

/** It grows with its content. Put it in a Field. */
export function Textarea({ className, required, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const attributes = useFieldAttributes({ id: rest.id, required });
  return (
    <textarea
      {...attributes}
      {...rest}
      id={attributes.id}
      rows={rows}
      className={cx(INPUT_CLASS, 'h-auto max-h-80 py-2 field-sizing-content min-h-20', className)}
    />
  );
}
