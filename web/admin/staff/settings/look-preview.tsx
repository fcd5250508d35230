import { isReadableAccent, nearestAccent, shadesOf, unreadableAccent } from '#bff/contract/base/accent.ts';
import { useStoreName } from '#web/lib/store/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** The product's own, as the design tokens have it. */
export const DEFAULT_ACCENT = '#4a3fc9';
export const isColour = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text);

/** As the design tokens have them: page, text. */
const THEMES = {
  light: { name: 'Light', ground: '#ffffff', ink: '#16181f' },
  dark: { name: 'Dark', ground: '#121318', ink: '#ececef' },
} as const;
type Theme = keyof typeof THEMES;

export const pictureUrl = (id: string): string => `/api/images/${id}/original`;

type PreviewProps = { accent: string; logo: string | null; logoOnDark: string | null };

/** The head of a page on light and on dark ground. */
export function LookPreview({ accent, logo, logoOnDark }: PreviewProps) {
  const store = useStoreName();
  const shades = shadesOf(accent);
  const logos = { light: logo, dark: logoOnDark ?? logo } as const;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {(Object.keys(THEMES) as Theme[]).map((theme) => {
        const { name: label, ground, ink } = THEMES[theme];
        const picture = logos[theme];
        return (
          <figure key={theme} className="min-w-0 rounded-md border p-4" style={{ background: ground, color: ink }}>
            <figcaption className="sr-only">{label}</figcaption>
            <div className="flex h-7 items-center">
              {picture === null ? (
                <span className="truncate text-base font-semibold">{store}</span>
              ) : (
                <img src={pictureUrl(picture)} alt={store} className="h-7 w-auto max-w-40 object-contain object-left" />
              )}
            </div>
            <div className="mt-4 flex flex-wrap items-center gap-4 text-sm font-medium">
              <span className="rounded-md px-3 py-1.5 text-white" style={{ background: shades[theme].accent }}>
                Add to cart
              </span>
              <span style={{ color: shades[theme]['accent-ink'] }}>All orders</span>
            </div>
          </figure>
        );
      })}
    </div>
  );
}

/** Why a colour is not taken, with the nearest one that is. */
export function UnreadableAccent({ accent, onAccent }: { accent: string; onAccent: (accent: string) => void }) {
  if (isReadableAccent(accent)) return null;
  const nearest = nearestAccent(accent);
  return (
    <Alert
      tone="warn"
      action={
        <Button size="sm" onClick={() => onAccent(nearest)}>
          Use {nearest}
        </Button>
      }
    >
      {unreadableAccent(accent)}. The preview shows it.
    </Alert>
  );
}
