import { ArrowDownToLine, ReceiptText, Users, WalletCards } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '../alert.tsx';
import { Avatar } from '../avatar.tsx';
import { Badge, StatusBadge } from '../badge.tsx';
import { BrandIcon } from '../brand-icon.tsx';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { Carousel } from '../carousel.tsx';
import { Countdown } from '../countdown.tsx';
import { DateText } from '../date-text.tsx';
import { DetailList } from '../detail-list.tsx';
import { Disclosure } from '../disclosure.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { GiftCard } from '../gift-card.tsx';
import { Money } from '../money.tsx';
import { PageHeader } from '../page-header.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { StatCard } from '../stat-card.tsx';
import { Tabs } from '../tabs.tsx';

const BRANDS = [
  { brand: 'Steam', color: '#1b3a5c', glyph: 'gamepad2' },
  { brand: 'Google Play', color: '#0a8f5b', glyph: 'play' },
  { brand: 'PlayStation', color: '#0a50b5', glyph: 'joystick' },
  { brand: 'Xbox', color: '#12791a', glyph: 'gamepad2' },
  { brand: 'Nintendo', color: '#d4101f', glyph: 'joystick' },
  { brand: 'Amazon', color: '#c46a05', glyph: 'package' },
  { brand: 'App Store & iTunes', color: '#2a2d36', glyph: 'music' },
  { brand: 'Fortnite', color: '#6a3fd0', glyph: 'crosshair' },
  { brand: 'Roblox', color: '#b8242f', glyph: 'smile' },
  { brand: 'Spotify', color: '#137a3d', glyph: 'headphones' },
  { brand: 'Binance Gift Card', color: '#a87a00', glyph: 'bitcoin' },
  { brand: 'Valorant', color: '#c22f3f', glyph: 'crosshair' },
  { brand: 'Uber Eats', color: '#067a45', glyph: 'utensils' },
  { brand: 'Razer Gold', color: '#3c7a10', glyph: 'zap' },
  { brand: 'Some New Brand', glyph: 'gift' },
  { brand: 'Hulu', color: '#0b7a4a', glyph: 'tv' },
] as const;
const STATUSES = [
  'completed',
  'approved',
  'processing',
  'pending',
  'payment_uploaded',
  'failed',
  'rejected',
  'cancelled',
];
const RISING = [4, 6, 5, 9, 8, 12, 11, 15, 14, 18];
const FALLING = [18, 17, 19, 14, 12, 13, 9, 8, 8, 6];
const dollars = (amount: string, formatted: string) => ({
  amount,
  decimal: formatted.replace('$', ''),
  formatted,
  currency: 'USD' as const,
});

/** Everything one reads. */
export function ShowPieces() {
  const [until] = useState(() => new Date(Date.now() + 47.5 * 3_600_000));
  const [tab, setTab] = useState('Profile');
  return (
    <>
      <div>
        <PageHeader
          title="Order 10042"
          badge={<StatusBadge status="pending" />}
          description="Placed on Jan 5, 2025"
          back={{ href: '/__gallery', label: 'Back to orders' }}
          actions={
            <>
              <Button>View Gift Codes</Button>
              <Button variant="primary">Download Invoice</Button>
            </>
          }
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <StatCard
          label="Total Users"
          value={1284}
          icon={<Users aria-hidden />}
          trend={{ percent: 12.5, period: 'vs last month' }}
          series={RISING}
        />
        <StatCard
          label="Total Orders"
          value={9120}
          icon={<ReceiptText aria-hidden />}
          trend={{ percent: -3.2, period: 'vs last month' }}
          series={FALLING}
        />
        <StatCard
          label="Total Deposits"
          value="$48,210.00"
          icon={<ArrowDownToLine aria-hidden />}
          detail="12 pending"
          series={RISING}
        />
        <StatCard label="Transactions" value={undefined} icon={<WalletCards aria-hidden />} />
      </div>
      <div className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-4">
        {BRANDS.map((brand, index) => (
          <GiftCard
            key={brand.brand}
            {...brand}
            region={['US', 'EU', 'Global', 'UK'][index % 4] ?? null}
            denomination={['$50.00', '€20.00', '1,000 V-Bucks', '$5.00'][index % 4] ?? null}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {BRANDS.slice(0, 8).map(({ brand, ...look }) => (
          <BrandIcon key={brand} {...look} />
        ))}
        <GiftCard {...BRANDS[0]} plain className="w-16" />
        <Avatar name="Ada King Lovelace" />
        <Avatar name="Grace Hopper" size="sm" />
      </div>
      <Carousel label="Featured" autoplay dots arrows slideClass="basis-full sm:basis-1/2 lg:basis-1/4">
        {BRANDS.slice(0, 6).map((brand) => (
          <GiftCard key={brand.brand} {...brand} denomination="$25.00" region="EU" />
        ))}
      </Carousel>
      <div className="flex flex-wrap gap-2">
        {STATUSES.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <Badge tone="accent">Credit limit $1,500.00</Badge>
        <Badge>Out of stock</Badge>
      </div>
      <div className="grid gap-3 lg:grid-cols-2">
        <Alert tone="info" title="Review takes 1-2 business days">
          An email follows as soon as your account is approved.
        </Alert>
        <Alert tone="warn" title="Payment pending">
          This order expires in <Countdown until={until} />.
        </Alert>
        <Alert tone="ok">Your support ticket has been submitted successfully!</Alert>
        <Alert tone="bad" title="The deposit could not be submitted">
          Nothing was booked. Please try again.
        </Alert>
      </div>
      <Card title="Order Information" actions={<Button size="sm">Edit</Button>}>
        <DetailList
          columns={3}
          details={[
            { label: 'Total', value: <Money value={dollars('123456', '$1,234.56')} /> },
            { label: 'Movement', value: <Money signed value={dollars('5000', '$50.00')} /> },
            { label: 'Date', value: <DateText value="2025-01-05T15:04:00Z" format="datetime" /> },
            { label: 'Placed', value: <DateText value={new Date(Date.now() - 300_000)} format="relative" /> },
            { label: 'Notes', value: '' },
            { label: 'Upload', value: <ProgressBar value={0.6} label="Upload" /> },
          ]}
        />
      </Card>
      <Card>
        <Disclosure summary="How do I get an account?" className="items-center text-sm font-medium">
          <p className="pt-3 text-sm text-muted">Register with your work address, and verify it.</p>
        </Disclosure>
      </Card>
      <Tabs
        label="Account"
        selected={tab}
        onSelect={setTab}
        tabs={['Profile', 'Password', 'Security', 'API Key'].map((label) => ({
          id: label,
          label,
          content: <p className="text-muted">{label} settings stand here.</p>,
        }))}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <Card padded={false}>
          <EmptyState
            title="No deposits found"
            message="Fund a wallet and it shows here."
            action={<Button variant="primary">Deposit Funds</Button>}
          />
        </Card>
        <Card padded={false}>
          <ErrorState message="Failed to load orders. Please try again later." onRetry={() => undefined} />
        </Card>
      </div>
    </>
  );
}
