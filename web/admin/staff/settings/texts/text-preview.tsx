import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { readText } from '#bff/contract/office/settings/text-format.ts';
import { TextBlocks } from '#web/shared/texts/text-blocks.tsx';

/** What customers see of a text, while it is typed. A slow machine finishes what is typed first. */
export function TextPreview({ text, empty }: { text: string; empty: ReactNode }) {
  const settled = useDeferredValue(text);
  const { blocks, problems } = useMemo(() => readText(settled), [settled]);
  if (problems.length > 0) {
    return (
      <div role="status" className="text-sm">
        <p className="font-medium">This cannot be shown yet:</p>
        <ul className="mt-2 list-disc pl-5">
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Line {line}: {message}
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return blocks.length === 0 ? <p className="text-sm text-muted">{empty}</p> : <TextBlocks blocks={blocks} />;
}
