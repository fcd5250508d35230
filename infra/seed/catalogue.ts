import type { Glyph } from '#bff/contract/base/glyphs.ts';
import type { RegionId } from '#bff/contract/base/regions.ts';

/**
 * The demo catalogue: brands, and for each the cards it sells. Prices are what a business buyer pays for one code, in minor
 * units, a little below face value as resellers do; `stock` is how many codes the first start puts on the shelf.
 */
/** The currencies that the demonstration's customers pay in. */
export const SEED_CURRENCIES = ['USD', 'EUR'] as const;
export type SeedCurrency = (typeof SEED_CURRENCIES)[number];

export type SeedBrand = {
  slug: string;
  title: string;
  color: string;
  glyph: Glyph;
  website: string;
  category: string;
  description: string;
  /** The form of this brand's codes: X is a letter or digit, 9 a digit. */
  codeFormat: string;
  cards: SeedCard[];
};
export type SeedCard = {
  /** What is printed on the card, e.g. "$50". */
  value: string;
  region: RegionId;
  currency: SeedCurrency;
  priceMinor: bigint;
  stock: number;
  discontinued?: boolean;
};

const card = (
  value: string,
  region: RegionId,
  currency: SeedCurrency,
  price: number,
  stock: number,
  discontinued = false,
): SeedCard => ({
  value,
  region,
  currency,
  priceMinor: BigInt(Math.round(price * 100)),
  stock,
  discontinued,
});

export const SEED_BRANDS: SeedBrand[] = [
  {
    slug: 'steam',
    title: 'Steam',
    color: '#1b2838',
    glyph: 'gamepad2',
    website: 'https://store.steampowered.com',
    category: 'Gaming',
    description: 'Wallet credit for games, add-ons and in-game items on the largest PC games store.',
    codeFormat: 'XXXXX-XXXXX-XXXXX',
    cards: [
      card('$20', 'us', 'USD', 19.2, 420),
      card('$50', 'us', 'USD', 47.9, 380),
      card('$100', 'us', 'USD', 95.5, 260),
      card('€20', 'eu', 'EUR', 19.3, 340),
      card('€50', 'eu', 'EUR', 48.1, 300),
    ],
  },
  {
    slug: 'playstation',
    title: 'PlayStation',
    color: '#0070d1',
    glyph: 'joystick',
    website: 'https://www.playstation.com',
    category: 'Gaming',
    description: 'PlayStation Store credit for games, subscriptions and films on PS4 and PS5.',
    codeFormat: 'XXXX-XXXX-XXXX',
    cards: [
      card('$25', 'us', 'USD', 24.1, 310),
      card('$75', 'us', 'USD', 72.2, 180),
      card('€20', 'de', 'EUR', 19.4, 240),
      card('£50', 'uk', 'EUR', 57.8, 120),
    ],
  },
  {
    slug: 'xbox',
    title: 'Xbox',
    color: '#107c10',
    glyph: 'gamepad2',
    website: 'https://www.xbox.com',
    category: 'Gaming',
    description: 'Credit for games, add-ons and Game Pass in the Microsoft Store on Xbox and Windows.',
    codeFormat: 'XXXXX-XXXXX-XXXXX-XXXXX-XXXXX',
    cards: [
      card('$25', 'us', 'USD', 24, 290),
      card('€50', 'eu', 'EUR', 48.4, 160),
      card('Game Pass Ultimate 1 month', 'global', 'USD', 15.2, 210),
    ],
  },
  {
    slug: 'nintendo',
    title: 'Nintendo',
    color: '#e60012',
    glyph: 'joystick',
    website: 'https://www.nintendo.com',
    category: 'Gaming',
    description: 'Nintendo eShop funds for downloads on Nintendo Switch.',
    codeFormat: 'XXXX XXXX XXXX XXXX',
    cards: [
      card('$35', 'us', 'USD', 33.9, 140),
      card('€25', 'eu', 'EUR', 24.3, 170),
      card('€50', 'fr', 'EUR', 48.6, 9),
    ],
  },
  {
    slug: 'google-play',
    title: 'Google Play',
    color: '#01875f',
    glyph: 'play',
    website: 'https://play.google.com',
    category: 'Apps & Games',
    description: 'Credit for apps, games, films and books on Android.',
    codeFormat: 'XXXX XXXX XXXX XXXX XXXX',
    cards: [
      card('$25', 'us', 'USD', 24.2, 350),
      card('$100', 'us', 'USD', 96.4, 220),
      card('€25', 'de', 'EUR', 24.4, 260),
      card('€15', 'it', 'EUR', 14.7, 190),
    ],
  },
  {
    slug: 'app-store-itunes',
    title: 'App Store & iTunes',
    color: '#0d84ff',
    glyph: 'music',
    website: 'https://www.apple.com/gift-cards',
    category: 'Apps & Games',
    description: 'Credit for apps, subscriptions, music and iCloud storage on Apple devices.',
    codeFormat: 'XXXXXXXXXXXXXXXX',
    cards: [
      card('$25', 'us', 'USD', 24.3, 330),
      card('$50', 'us', 'USD', 48.3, 310),
      card('€50', 'fr', 'EUR', 48.9, 150),
      card('€25', 'nl', 'EUR', 24.5, 130),
    ],
  },
  {
    slug: 'amazon',
    title: 'Amazon',
    color: '#ff9900',
    glyph: 'package',
    website: 'https://www.amazon.com',
    category: 'Shopping',
    description: 'Balance for millions of items, redeemable once and without an expiry date.',
    codeFormat: 'XXXX-XXXXXX-XXXX',
    cards: [
      card('$50', 'us', 'USD', 49.1, 400),
      card('$100', 'us', 'USD', 98, 320),
      card('€50', 'de', 'EUR', 49.2, 280),
      card('£25', 'uk', 'EUR', 29.1, 140),
    ],
  },
  {
    slug: 'roblox',
    title: 'Roblox',
    color: '#393b3d',
    glyph: 'smile',
    website: 'https://www.roblox.com',
    category: 'Gaming',
    description: 'Credit for Robux or a Premium membership, with an exclusive virtual item.',
    codeFormat: '999-999-9999',
    cards: [card('$10', 'global', 'USD', 9.6, 480), card('$25', 'global', 'USD', 23.9, 360)],
  },
  {
    slug: 'fortnite',
    title: 'Fortnite',
    color: '#9d4dbb',
    glyph: 'crosshair',
    website: 'https://www.fortnite.com',
    category: 'Gaming',
    description: 'V-Bucks for outfits, gliders and the Battle Pass.',
    codeFormat: 'XXXXX-XXXX-XXXX-XXXX',
    cards: [card('1,000 V-Bucks', 'global', 'USD', 8.4, 260), card('2,800 V-Bucks', 'global', 'USD', 21.2, 7)],
  },
  {
    slug: 'valorant',
    title: 'Valorant',
    color: '#ff4655',
    glyph: 'crosshair',
    website: 'https://playvalorant.com',
    category: 'Gaming',
    description: 'Valorant Points for weapon skins and agents.',
    codeFormat: 'RA-XXXXXXXXXXXXXXXX',
    cards: [card('$25', 'us', 'USD', 24, 180), card('€20', 'eu', 'EUR', 19.2, 160)],
  },
  {
    slug: 'riot',
    title: 'Riot',
    color: '#d13639',
    glyph: 'flame',
    website: 'https://www.riotgames.com',
    category: 'Gaming',
    description: 'One card for League of Legends, Teamfight Tactics and Wild Rift.',
    codeFormat: 'RA-XXXXXXXXXXXXXXXX',
    cards: [card('€10', 'eu', 'EUR', 9.6, 220), card('€50', 'es', 'EUR', 48, 110)],
  },
  {
    slug: 'blizzard',
    title: 'Blizzard',
    color: '#0074e0',
    glyph: 'snowflake',
    website: 'https://shop.battle.net',
    category: 'Gaming',
    description: 'Battle.net balance for World of Warcraft, Diablo and Overwatch.',
    codeFormat: 'XXXXXX-XXXX-XXXXXX',
    cards: [card('$50', 'us', 'USD', 48.2, 130), card('€20', 'eu', 'EUR', 19.3, 145)],
  },
  {
    slug: 'razer-gold',
    title: 'Razer Gold',
    color: '#44a01c',
    glyph: 'zap',
    website: 'https://gold.razer.com',
    category: 'Gaming',
    description: 'One credit for more than 42,000 games and entertainment titles.',
    codeFormat: '9999999999XXXX',
    cards: [card('$20', 'global', 'USD', 19.1, 240), card('$100', 'global', 'USD', 94.8, 85)],
  },
  {
    slug: 'microsoft',
    title: 'Microsoft (Games, Software, Xbox)',
    color: '#0067b8',
    glyph: 'app-window',
    website: 'https://www.microsoft.com',
    category: 'Software',
    description: 'Credit for Microsoft 365, Windows apps, games and devices.',
    codeFormat: 'XXXXX-XXXXX-XXXXX-XXXXX-XXXXX',
    cards: [card('$50', 'us', 'USD', 48.7, 150), card('€25', 'at', 'EUR', 24.4, 95)],
  },
  {
    slug: 'spotify',
    title: 'Spotify',
    color: '#1db954',
    glyph: 'headphones',
    website: 'https://www.spotify.com',
    category: 'Entertainment',
    description: 'Premium without ads, by the month or the year.',
    codeFormat: 'XXXXXXXXXXXX',
    cards: [card('$30', 'us', 'USD', 28.9, 200), card('€30', 'fi', 'EUR', 29, 120), card('€10', 'nl', 'EUR', 9.7, 230)],
  },
  {
    slug: 'hulu',
    title: 'Hulu',
    color: '#17a46c',
    glyph: 'tv',
    website: 'https://www.hulu.com',
    category: 'Entertainment',
    description: 'Series, films and originals; for new and returning subscribers.',
    codeFormat: 'XXXXX-XXXXX-XXXXX',
    cards: [card('$25', 'us', 'USD', 24.2, 90), card('$50', 'us', 'USD', 48, 0)],
  },
  {
    slug: 'sling-tv',
    title: 'Sling TV',
    color: '#0a4bd8',
    glyph: 'radio-tower',
    website: 'https://www.sling.com',
    category: 'Entertainment',
    description: 'Live television without a long contract.',
    codeFormat: 'SLXXXXXXXXXX',
    cards: [card('$25', 'us', 'USD', 23.8, 0, true)],
  },
  {
    slug: 'uber',
    title: 'Uber',
    color: '#111111',
    glyph: 'car',
    website: 'https://www.uber.com',
    category: 'Travel & Food',
    description: 'Rides in hundreds of cities, from one balance.',
    codeFormat: 'XXXXXXXXXXXXXXXX',
    cards: [card('$50', 'us', 'USD', 48.8, 170), card('€25', 'be', 'EUR', 24.5, 80)],
  },
  {
    slug: 'uber-eats',
    title: 'Uber Eats',
    color: '#06a24a',
    glyph: 'utensils',
    website: 'https://www.ubereats.com',
    category: 'Travel & Food',
    description: 'Meals and groceries brought to the door.',
    codeFormat: 'XXXXXXXXXXXXXXXX',
    cards: [card('$25', 'us', 'USD', 24.4, 150), card('€20', 'es', 'EUR', 19.5, 6)],
  },
  {
    slug: 'walmart',
    title: 'Walmart',
    color: '#0053e2',
    glyph: 'shopping-cart',
    website: 'https://www.walmart.com',
    category: 'Shopping',
    description: 'For everyday shopping online and in every store.',
    codeFormat: '9999999999999999',
    cards: [card('$50', 'us', 'USD', 49, 210), card('$100', 'us', 'USD', 97.8, 160)],
  },
  {
    slug: 'binance-gift-card',
    title: 'Binance Gift Card',
    color: '#c99400',
    glyph: 'bitcoin',
    website: 'https://www.binance.com',
    category: 'Crypto',
    description: 'Stablecoin credit, redeemed to a verified account.',
    codeFormat: 'XXXXXXXXXXXXXXXX',
    cards: [card('25 USDT', 'global', 'USD', 25.6, 120), card('100 USDT', 'global', 'USD', 101.9, 60)],
  },
];
