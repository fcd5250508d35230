import assert from 'node:assert/strict';
import { before, describe, it, mock } from 'node:test';
import { screen, within } from '@testing-library/react';
import type { CarouselImage } from '#bff/contract/shop/carousel.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { ReplaceImagesDialog } from './replace-images-dialog.tsx';

const image = (id: number, url: string | null): CarouselImage => ({
  id,
  url,
  image: `/api/images/${id}/large`,
  media: [{ file_name: `old-${id}.png` }],
  updated_at: '2026-11-20T10:00:00.000Z',
});
const picture = (name: string) => new File([name], name, { type: 'image/png' });

describe('replacing the whole carousel', () => {
  before(() => {
    // The simulated page does not draw pictures.
    URL.createObjectURL ??= () => 'blob:picture';
    URL.revokeObjectURL ??= () => undefined;
  });
  const open = () => {
    const onClose = mock.fn();
    const images = [image(1, '/products'), image(2, null)];
    return {
      ...renderScreen(<ReplaceImagesDialog images={images} onClose={onClose} />, { realm: 'admin', answers: {} }),
      onClose,
    };
  };

  it('says what is deleted, and which link each new picture takes', async () => {
    const { user } = open();
    assert.ok(await screen.findByText(/All 2 images on the home page are deleted.*cannot be undone/));
    await user.upload(screen.getByLabelText('Click to select images', { selector: 'input' }), [
      picture('first.png'),
      picture('second.png'),
      picture('third.png'),
    ]);
    const items = within(await screen.findByRole('list', { name: 'Selected images' })).getAllByRole('listitem');
    assert.deepEqual(
      items.map((item) => /(\/products|No link assigned)/.exec(item.textContent ?? '')?.[1]),
      ['/products', 'No link assigned', 'No link assigned'],
    );
  });

  it('sends nothing without a picture', async () => {
    const { user, writes, onClose } = open();
    await user.click(await screen.findByRole('button', { name: 'Replace all' }));
    assert.deepEqual(writes(), []);
    assert.equal(onClose.mock.callCount(), 0);
  });
});
