import * as icon from 'lucide-react';
import type { Glyph } from '#bff/contract/base/glyphs.ts';

/** The glyphs of brands, by name; BrandGlyph loads them after the cards are shown. */
const ICONS = {
  'app-window': icon.AppWindow,
  banknote: icon.Banknote,
  bitcoin: icon.Bitcoin,
  'book-open': icon.BookOpen,
  car: icon.Car,
  clapperboard: icon.Clapperboard,
  coffee: icon.Coffee,
  cpu: icon.Cpu,
  'credit-card': icon.CreditCard,
  crosshair: icon.Crosshair,
  film: icon.Film,
  flame: icon.Flame,
  gamepad2: icon.Gamepad2,
  gem: icon.Gem,
  gift: icon.Gift,
  globe: icon.Globe,
  headphones: icon.Headphones,
  house: icon.House,
  joystick: icon.Joystick,
  'messages-square': icon.MessagesSquare,
  mountain: icon.Mountain,
  music: icon.Music,
  package: icon.Package,
  pizza: icon.Pizza,
  plane: icon.Plane,
  play: icon.Play,
  'radio-tower': icon.RadioTower,
  rocket: icon.Rocket,
  'shield-half': icon.ShieldHalf,
  shirt: icon.Shirt,
  'shopping-bag': icon.ShoppingBag,
  'shopping-cart': icon.ShoppingCart,
  smartphone: icon.Smartphone,
  smile: icon.Smile,
  snowflake: icon.Snowflake,
  sparkles: icon.Sparkles,
  store: icon.Store,
  swords: icon.Swords,
  ticket: icon.Ticket,
  trophy: icon.Trophy,
  tv: icon.Tv,
  utensils: icon.Utensils,
  zap: icon.Zap,
} as const satisfies Record<Glyph, icon.LucideIcon>;

/** See BrandGlyph, which loads this. */
export function BrandGlyphView({
  name,
  className,
  strokeWidth,
}: {
  name: Glyph;
  className?: string;
  strokeWidth?: number;
}) {
  const Icon = ICONS[name];
  return <Icon aria-hidden className={className} strokeWidth={strokeWidth ?? 2} />;
}
