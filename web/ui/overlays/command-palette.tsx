import { useHeadless } from './headless/load.ts';
import type { PaletteProps } from './headless/palette-view.tsx';

export type { PaletteCommand } from './headless/palette-view.tsx';

export function CommandPalette(props: PaletteProps) {
  const views = useHeadless(true);
  return views && <views.PaletteView {...props} />;
}
