import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderScreen } from '#web/testing/render.tsx';
import { DottedLine } from './dotted-line.tsx';

describe('short facts in a line', () => {
  it('have a dot between two of them, which is no text; what is missing has none', () => {
    renderScreen(
      <DottedLine>
        {''}
        United States
        {null}
        <em>$50</em>
      </DottedLine>,
      { realm: 'customer', answers: {} },
    );
    const facts = [...document.querySelectorAll('span > span > span')].map((fact) => fact.textContent);
    assert.deepEqual(facts, ['United States', '$50']);
  });
});
