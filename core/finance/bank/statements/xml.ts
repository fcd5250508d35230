import { SaxesParser } from 'saxes';
import { unreadable } from './statement.ts';

/** An element: its name without namespace, its attributes, its direct text, and its child elements. */
export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: Element[];
};

/** Some 40 a line, for the largest number of lines. */
const MAX_ELEMENTS = 400_000;
/** A bank's statement has some ten. */
const MAX_DEPTH = 50;

/** Reads XML without document types: no entity is expanded or fetched. @throws DomainError invalid_value */
export function parseXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] };
  const open: Element[] = [root];
  let elements = 0;
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw unreadable('The file declares a document type, which no bank does.');
  });
  parser.on('error', (error) => {
    throw unreadable(`The file is not sound XML (${error.message.slice(0, 100)}).`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (elements > MAX_ELEMENTS) throw unreadable(`The XML has more than ${MAX_ELEMENTS} elements.`);
    if (open.length > MAX_DEPTH) throw unreadable(`The XML is more than ${MAX_DEPTH} elements deep.`);
    const element: Element = { name: name.replace(/^.*:/, ''), attributes, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const add = (piece: string) => {
    const last = open.at(-1);
    if (last) last.text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  return root;
}

export function allAt(element: Element, path: string): Element[] {
  return path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );
}

/** The first text at one of the paths; empty when there is none. */
export function textAt(element: Element, ...paths: string[]): string {
  for (const path of paths) {
    const text = allAt(element, path)[0]?.text.trim();
    if (text) return text;
  }
  return '';
}

/** The elements of that name at any depth. */
export const allNamed = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => (child.name === name ? [child] : allNamed(child, name)));
