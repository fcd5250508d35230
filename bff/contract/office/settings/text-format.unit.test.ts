import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSafeLink, readText } from './text-format.ts';

const text = (words: string) => ({ kind: 'text', text: words }) as const;
const refusal = (source: string) => {
  const [first] = readText(source).problems;
  return first && `${first.line}: ${first.message}`;
};

describe('a text of the seller', () => {
  it('has headings, paragraphs, lists, links, bold and italic', () => {
    const { blocks, problems } = readText(
      '# Orders\r\n\r\nThey are **yours** and *ours*.  \nSee [our FAQ](/faq).\n\n3. one\n4. two\n   - deeper\n\n### Small',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(blocks, [
      { kind: 'heading', level: 2, of: [text('Orders')] },
      {
        kind: 'paragraph',
        of: [
          ...[text('They are '), { kind: 'strong', of: [text('yours')] }, text(' and ')],
          ...[{ kind: 'emphasis', of: [text('ours')] }, text('.'), { kind: 'break' }, text('See ')],
          ...[{ kind: 'link', href: '/faq', of: [text('our FAQ')] }, text('.')],
        ],
      },
      {
        kind: 'list',
        first: 3,
        items: [
          [{ kind: 'paragraph', of: [text('one')] }],
          [
            { kind: 'paragraph', of: [text('two')] },
            { kind: 'list', first: null, items: [[{ kind: 'paragraph', of: [text('deeper')] }]] },
          ],
        ],
      },
      { kind: 'heading', level: 3, of: [text('Small')] },
    ]);
  });

  it('shows signs and entities of HTML as they are written', () => {
    const { blocks, problems } = readText('1 < 2 &lt;script&gt; \\<b\\>');
    assert.deepEqual(problems, []);
    const [paragraph] = blocks;
    assert.ok(paragraph?.kind === 'paragraph');
    assert.equal(
      paragraph.of.map((each) => (each.kind === 'text' ? each.text : assert.fail(each.kind))).join(''),
      '1 < 2 &lt;script&gt; <b>',
    );
  });

  it('is refused where it has something that is not shown, with its line', () => {
    for (const [source, expected] of Object.entries({
      'One\n\n<script>alert(1)</script>': /^3: HTML/,
      'One <b onclick="x">two</b>': /^1: HTML/,
      '<!-- a comment -->': /^1: HTML/,
      '![a cat](https://ink.co.uk/cat.png)': /^1: Pictures/,
      'One\n\n- ![a cat](/cat.png)': /^3: Pictures/,
      '    four spaces': /^1: A line begins with four spaces/,
      '```\ncode\n```': /^1: A line begins/,
      'a `b`': /^1: Code/,
      '> quoted': /^1: Quotations/,
      'One\n\n---': /^3: Rules/,
      '| a | b |\n|---|---|\n| 1 | 2 |': /^1: Tables/,
      '~~out~~': /^1: Crossed out/,
      '- [ ] tick': /^1: Boxes/,
      '- a\n  - b\n    - c\n      - d': /^1: Lists go three levels/,
    })) {
      assert.match(refusal(source) ?? '', expected, source);
    }
  });

  it('leads by https, by mail and to pages of the store alone, however the address is written', () => {
    for (const href of ['https://ink.co.uk/a?b=c#d', 'mailto:books@ink.co.uk', '/faq', '/terms?version=3', '/']) {
      assert.ok(isSafeLink(href), href);
    }
    for (const href of [
      ...[
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        'java\tscript:alert(1)',
        ' javascript:alert(1)',
        'data:text/html,x',
      ],
      ...[
        'http://ink.co.uk',
        'https:ink.co.uk',
        'https://user@ink.co.uk',
        'https://localhost',
        'vbscript:x',
        'faq',
        '',
      ],
      ...[
        '//evil.co.uk',
        '/\\evil.co.uk',
        '/\t/evil.co.uk',
        'mailto:',
        'mailto:a@b.de@c',
        'file:///etc/passwd',
        '#top',
      ],
    ]) {
      assert.ok(!isSafeLink(href), href);
    }
    for (const source of [
      '[x](javascript:alert(1))',
      '<javascript:alert(1)>',
      '[x]\n\n[x]: data:text/html,x',
      'www.ink.co.uk',
    ]) {
      const { blocks } = readText(source);
      assert.match(refusal(source) ?? '', /^\d: A link leads to/, source);
      assert.doesNotMatch(JSON.stringify(blocks), /"href"/, source);
    }
  });

  it('is read or refused in a moment, whatever somebody pastes', () => {
    assert.match(refusal('_a'.repeat(3_000)) ?? '', /^1: A paragraph has at most 4000 characters/);
    assert.match(refusal('>'.repeat(3_900)) ?? '', /^1: The text is too deep/);
  });
});
