import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Block, Inline } from '#bff/contract/office/settings/text-blocks.ts';

/** A text of the seller. It has only what is listed here, so nothing of it can become another element. */
export const TextBlocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className="prose-plain text-sm wrap-anywhere [&>:first-child]:mt-0 [&>:last-child]:mb-0">
    <Blocks of={blocks} />
  </div>
);

// Blocks have no ids, and never move while they show: their place is their key.
const keyed = <T,>(list: readonly T[], draw: (each: T) => ReactNode) =>
  list.map((each, at) => <Fragment key={at}>{draw(each)}</Fragment>);

const Blocks = ({ of }: { of: readonly Block[] }) => keyed(of, (block) => <BlockView block={block} />);

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level}` as const;
      return (
        <Heading className={block.level === 2 ? 'text-base' : undefined}>
          <Inlines of={block.of} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Inlines of={block.of} />
        </p>
      );
    case 'list': {
      const items = keyed(block.items, (item) => (
        <li>
          <Blocks of={item} />
        </li>
      ));
      return block.first === null ? <ul>{items}</ul> : <ol start={block.first}>{items}</ol>;
    }
  }
}

export const Inlines = ({ of }: { of: readonly Inline[] }) =>
  keyed(of, (each) => {
    switch (each.kind) {
      case 'text':
        return each.text;
      case 'break':
        return <br />;
      case 'strong':
        return (
          <strong>
            <Inlines of={each.of} />
          </strong>
        );
      case 'emphasis':
        return (
          <em>
            <Inlines of={each.of} />
          </em>
        );
      case 'link':
        return (
          <TextAnchor href={each.href}>
            <Inlines of={each.of} />
          </TextAnchor>
        );
    }
  });

/** A page of the store opens in place; the API's are no screens. */
const TextAnchor = ({ href, children }: { href: string; children: ReactNode }) =>
  href.startsWith('/') && !href.startsWith('/api') ? (
    <Link href={href}>{children}</Link>
  ) : (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  );
