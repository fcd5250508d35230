import { marked, type Token, type Tokens } from 'marked';
import type { Block, Inline } from './text-blocks.ts';

/** Why a text cannot be shown as it is written, with its line; the first is 1. */
export type TextProblem = { readonly line: number; readonly message: string };
export type ReadText = { readonly blocks: Block[]; readonly problems: readonly TextProblem[] };

/** What is written in Markdown and not shown here. Nothing is dropped or guessed: each is refused, with its line. */
const REFUSED: Readonly<Record<string, string>> = {
  html: 'HTML is not shown: write it in plain words',
  image: 'Pictures are not shown: leave it out, or link to a page',
  code: 'A line begins with four spaces or with ```, which makes it code: begin it at the margin',
  codespan: 'Code is not shown: leave out the signs `',
  blockquote: 'Quotations are not shown: leave out the sign > at the beginning of the line',
  table: 'Tables are not shown: write a list',
  hr: 'Rules are not shown: leave out the line of --- or ***',
  del: 'Crossed out words are not shown: leave them out',
  checkbox: 'Boxes to tick are not shown: leave out the sign [ ]',
  depth: 'Lists go three levels deep at most',
};
const MAX_DEPTH = 3;
const MAX_PROBLEMS = 5;
/** Of a run of lines without an empty one. Longer ones would be slow to read, for a person and for the parser. */
const MAX_PARAGRAPH = 4_000;
const LEVELS = [2, 2, 3, 4] as const;

/**
 * Reads a text of the seller: headings, paragraphs, lists, links, bold and italic, as Markdown writes them. Anything else is a problem.
 */
export function readText(source: string): ReadText {
  const text = source.replaceAll(/\r\n?/g, '\n');
  const problems: TextProblem[] = [];
  let line = 1;
  const refuse = (message: string) => {
    const isSaid = problems.some((each) => each.line === line && each.message === message);
    if (!isSaid && problems.length < MAX_PROBLEMS) problems.push({ line, message });
  };
  for (const [paragraph] of text.matchAll(/(?:.+(?:\n|$))+|\n/g)) {
    if (paragraph.length > MAX_PARAGRAPH) {
      refuse(`A paragraph has at most ${MAX_PARAGRAPH} characters: put an empty line into it`);
    }
    line += paragraph.split('\n').length - 1;
  }
  if (problems.length > 0) return { blocks: [], problems };
  line = 1;
  const blocks = tokensOf(text, refuse).flatMap((token) => {
    const found = blockOf(token, 1, refuse);
    line += token.raw.split('\n').length - 1;
    return found;
  });
  return { blocks, problems };
}

type Refuse = (message: string) => void;

/** The parser calls itself for each level, such as of thousands of signs > in a line. */
function tokensOf(text: string, refuse: Refuse): Token[] {
  try {
    return marked.lexer(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    refuse('The text is too deep to be read: leave out rows of signs');
    return [];
  }
}

function blockOf(token: Token, depth: number, refuse: Refuse): Block[] {
  switch (token.type) {
    case 'space':
    // The address of a link that is written elsewhere.
    case 'def':
      return [];
    case 'heading':
      return [{ kind: 'heading', level: LEVELS[(token as Tokens.Heading).depth - 1] ?? 4, of: inlines(token, refuse) }];
    case 'paragraph':
    case 'text':
      return [{ kind: 'paragraph', of: inlines(token, refuse) }];
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      if (depth > MAX_DEPTH) refuse(REFUSED.depth ?? '');
      else {
        return [
          {
            kind: 'list',
            first: ordered ? Number(start) : null,
            items: items.map((item) => item.tokens.flatMap((each) => blockOf(each, depth + 1, refuse))),
          },
        ];
      }
      return [];
    }
    default:
      refuse(refusalOf(token));
      return [];
  }
}

const refusalOf = ({ type }: Token): string => REFUSED[type] ?? `This is not shown here: ${type}`;

function inlines(parent: Token, refuse: Refuse): Inline[] {
  const tokens = 'tokens' in parent && parent.tokens ? parent.tokens : [];
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return 'tokens' in token && token.tokens?.length
          ? inlines(token, refuse)
          : [{ kind: 'text', text: (token as Tokens.Text).text }];
      case 'br':
        return [{ kind: 'break' }];
      case 'strong':
        return [{ kind: 'strong', of: inlines(token, refuse) }];
      case 'em':
        return [{ kind: 'emphasis', of: inlines(token, refuse) }];
      case 'link': {
        const { href } = token as Tokens.Link;
        const of = inlines(token, refuse);
        if (isSafeLink(href)) return [{ kind: 'link', href, of }];
        refuse(`A link leads to https://…, mailto:… or a page of the store such as /faq: ${shown(href)}`);
        return of;
      }
      default:
        refuse(refusalOf(token));
        return [];
    }
  });
}

const shown = (href: string): string => (href.length > 80 ? `${href.slice(0, 80)}…` : href);

/** A browser reads `\` as `/`, and drops tabs and line breaks: an address with one of them is another one than it looks like. */
const OF_OTHER_READING = /[\s\\\p{Cc}]/u;

/** https, mailto, or a path of the store itself. */
export function isSafeLink(href: string): boolean {
  if (OF_OTHER_READING.test(href)) return false;
  if (/^\/(?!\/)/.test(href)) return true;
  if (!URL.canParse(href)) return false;
  const { protocol, hostname, username, pathname } = new URL(href);
  if (protocol === 'mailto:') return /^mailto:[^@]+@[^@]+$/.test(href) && pathname.includes('@');
  return protocol === 'https:' && /^https:\/\//.test(href) && hostname.includes('.') && username === '';
}
