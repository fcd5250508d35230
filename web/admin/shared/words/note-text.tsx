import type { ReactNode } from 'react';

/** A note with its line breaks; null where there is none, so that a list of details shows its dash. */
export const noteText = (text: string | null): ReactNode => text && <span className="whitespace-pre-line">{text}</span>;
