import type { StorePicture } from '#bff/contract/office/settings/look.ts';
import { useStore } from '#web/lib/store/store.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Logo } from '#web/shared/shell/logo.tsx';

/** The store's logo, or its name in letters. */
export function StoreLogo({ className }: { className?: string }) {
  const store = useStore();
  if (!store?.logo) return <Logo className={className} />;
  const { name, logo, logo_on_dark } = store;
  return (
    <>
      <Picture name={name} picture={logo} className={logo_on_dark ? 'dark:hidden' : ''} />
      {logo_on_dark && <Picture name={name} picture={logo_on_dark} className="not-dark:hidden" />}
    </>
  );
}

type PictureProps = { name: string; picture: StorePicture; className: string };

/** In the size of the mark; its own is given, so that nothing moves when it comes. */
const Picture = ({ name, picture: { url, width, height }, className }: PictureProps) => (
  <img
    src={url}
    alt={name}
    width={width}
    height={height}
    className={cx('h-7 w-auto max-w-40 object-contain', className)}
  />
);
