import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { CarouselView } from './carousel-view.tsx';

const WIDTH_PX = 1200;
const FRAME_MS = 1000 / 60;

describe('a carousel', () => {
  let frames: FrameRequestCallback[] = [];
  let now = 0;
  // A simulated layout: slides side by side, each as wide as the window. The test draws the frames.
  const layout = {
    offsetWidth: () => WIDTH_PX,
    offsetLeft: (element: HTMLElement) =>
      element.role === 'group' ? [...(element.parentElement?.children ?? [])].indexOf(element) * WIDTH_PX : 0,
  };
  beforeEach(() => {
    frames = [];
    for (const [name, measure] of Object.entries(layout)) {
      mock.getter(HTMLElement.prototype, name as 'offsetWidth', function (this: HTMLElement) {
        return measure(this);
      });
    }
    mock.method(window, 'requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
    mock.timers.enable({ apis: ['setInterval'] });
  });
  afterEach(() => mock.reset());

  const draw = (milliseconds: number) =>
    act(() => {
      for (const end = now + milliseconds; now < end; ) {
        now += FRAME_MS;
        for (const frame of frames.splice(0)) frame(now);
      }
    });
  const open = (count: number) =>
    renderScreen(
      <CarouselView label="Highlights" autoplay dots={count > 1} arrows>
        {Array.from({ length: count }, (_, index) => (
          <p key={String(index)}>{`Slide ${index}`}</p>
        ))}
      </CarouselView>,
      { realm: 'customer', answers: {} },
    );
  /** How far it has moved, in slide widths. */
  const moved = (): number => {
    const row = screen.getByText('Slide 0').closest('[role=group]')?.parentElement;
    return -Number.parseFloat(/translate3d\((.+?)px/.exec(row?.style.transform ?? '')?.[1] ?? '0') / WIDTH_PX;
  };
  const selected = () => document.querySelector('[aria-current=true]')?.getAttribute('aria-label');

  it('has a slide in its place 500 ms after the press, and no sooner', () => {
    open(3);
    fireEvent.click(screen.getByRole('button', { name: 'Next slide' }));
    assert.equal(selected(), 'Go to slide 2');
    draw(350);
    assert.ok(Math.abs(moved() - 1) > 0.01, `${moved()} after 350 ms`);
    draw(150);
    assert.ok(Math.abs(moved() - 1) < 0.01, `${moved()} after 500 ms`);
  });

  it('moves by itself every five seconds', () => {
    open(3);
    act(() => mock.timers.tick(4_999));
    assert.equal(selected(), 'Go to slide 1');
    act(() => mock.timers.tick(1));
    assert.equal(selected(), 'Go to slide 2');
  });

  it('of one slide has neither dots nor arrows', () => {
    open(1);
    assert.deepEqual(screen.queryAllByRole('button'), []);
  });
});
