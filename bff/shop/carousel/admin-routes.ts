import { MAX_CAROUSEL_IMAGES_AT_ONCE } from '#bff/contract/base/upload-rules.ts';
import { adminCarouselRoutes, ChangeCarouselFields } from '#bff/contract/shop/carousel.ts';
import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { parseFields, withMultipart } from '#bff/kit/files/read-multipart.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict, notFound } from '#bff/kit/lib/api-error.ts';
import { lockAsShown, nextUpdatedAt } from '#bff/kit/tables/shown-version.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { dropPicture, onePicture, pictures } from '#bff/shop/pictures/pictures.ts';
import { appendCarousel, carousel, listCarousel, MAX_CAROUSEL_IMAGES, replaceCarousel } from './carousel-store.ts';
import { isItemImage, isReplacement, readItems, readLink, readReplacements } from './form.ts';
import { presentCarouselImage } from './present.ts';

const NEW_IMAGES = pictures(MAX_CAROUSEL_IMAGES_AT_ONCE, isItemImage);
const REPLACEMENTS = pictures(MAX_CAROUSEL_IMAGES_AT_ONCE, isReplacement);
const ONE_IMAGE = onePicture('image');
const IMAGE = ['carousel_image', 'image'] as const;

export const registerAdminCarousel = feature(adminCarouselRoutes, (deps) => {
  const { database, files } = deps;
  const all = async () => ({ carouselImages: (await listCarousel(database)).map(presentCarouselImage) });
  const none = () => notFound('There is no such image.');

  return {
    adminListCarouselImages: async () => ({ error: false, data: await all() }),
    addCarouselImages: (call) =>
      withMultipart(deps, call.request, NEW_IMAGES, async (form) => {
        const items = readItems(form);
        await recordedTransaction(deps, call.actor, async (transaction, record) => {
          const added = await appendCarousel(transaction, items);
          if (!added) {
            throw conflict(
              'carousel_full',
              `The carousel holds at most ${MAX_CAROUSEL_IMAGES} images. Delete some first; nothing was uploaded.`,
            );
          }
          const ids = added.map(({ id }) => id).join(',');
          await record('carousel-created', ['carousel', ids.slice(0, 64)], { url: added[0]?.url ?? '' });
        });
        return { message: 'Images uploaded successfully', data: await all() };
      }),
    changeCarouselImage: (call) =>
      withMultipart(deps, call.request, ONE_IMAGE, async ({ fields, files: [file, ...rest] }) => {
        const form = parseFields(ChangeCarouselFields, fields);
        const { id } = call.params;
        const subject = ['carousel', id] as const;
        if (form._method === 'DELETE') {
          const deleted = await recordedTransaction(deps, call.actor, async (transaction, record) => {
            const gone = await carousel.take(transaction, { id });
            if (!gone) throw none();
            await record('carousel-deleted', subject, { url: gone.url });
            return gone;
          });
          await dropPicture(deps, deleted.file_id);
          await Promise.all([file, ...rest].map((upload) => upload && files.remove(upload.id)));
          return { message: 'Image deleted successfully', data: await all() };
        }
        const url = readLink(form.url, 'url');
        const before = await recordedTransaction(deps, call.actor, async (transaction, record) => {
          if (!(await lockAsShown(transaction, IMAGE, id, form.updated_at))) throw none();
          const before = await carousel.find(transaction, { id });
          await carousel.update(
            transaction,
            { id },
            { url, file_id: file?.id, file_name: file?.name, updated_at: nextUpdatedAt(sql.fragment`updated_at`) },
          );
          await record('carousel-updated', subject, { url });
          return before;
        });
        if (file && before) await dropPicture(deps, before.file_id);
        return { message: 'Image updated successfully', data: await all() };
      }),
    replaceCarouselImages: (call) =>
      withMultipart(deps, call.request, REPLACEMENTS, async (form) => {
        const images = readReplacements(form);
        const gone = await recordedTransaction(deps, call.actor, async (transaction, record) => {
          const before = await replaceCarousel(transaction, images);
          await record('carousel-updated', ['carousel', 'all'], { images: String(images.length) });
          return before;
        });
        for (const image of gone) await dropPicture(deps, image.file_id);
        return { message: 'Images updated successfully', data: await all() };
      }),
  };
});
