import type { Block } from '#bff/contract/office/settings/text-blocks.ts';
import { Inlines, TextBlocks } from '#web/shared/texts/text-blocks.tsx';
import { Disclosure } from '#web/ui/overlays/disclosure.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Outdated, StoreText, TextVersions } from './store-text.tsx';

/** Each heading of the text is a question, and what follows it the answer. */
export function FaqPage() {
  return (
    <StoreText name="faq">
      {(text) => {
        const { before, questions } = questionsIn(text.blocks ?? []);
        return (
          <div className="mx-auto max-w-2xl pb-10">
            <PageHeader
              title="Frequently asked questions"
              description="Not here? Use the help button below; we answer."
            />
            <Outdated text={text} />
            {before.length > 0 && <TextBlocks blocks={before} />}
            {questions.length > 0 && (
              <div className="divide-y rounded-xl border bg-surface">
                {questions.map(({ question, answer }) => (
                  <div key={JSON.stringify(question)} className="px-5">
                    <Disclosure summary={<Inlines of={question} />} className="items-center py-4 text-sm font-medium">
                      <div className="pb-5">
                        <TextBlocks blocks={answer} />
                      </div>
                    </Disclosure>
                  </div>
                ))}
              </div>
            )}
            {(text.version > 0 || text.versions.length > 1) && <TextVersions text={text} />}
          </div>
        );
      }}
    </StoreText>
  );
}

type Question = { question: Extract<Block, { kind: 'heading' }>['of']; answer: Block[] };

function questionsIn(blocks: readonly Block[]): { before: Block[]; questions: Question[] } {
  const before: Block[] = [];
  const questions: Question[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2) questions.push({ question: block.of, answer: [] });
    else (questions.at(-1)?.answer ?? before).push(block);
  }
  return { before, questions };
}
