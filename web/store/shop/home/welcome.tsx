import { GiftCard } from '#web/shared/catalogue/gift-card.tsx';
import { useAfterSignUp } from '#web/store/shared/unverified-email.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';

export function Welcome() {
  const isVerified = useAfterSignUp() === 'add-company';
  return (
    <section className="grid items-center gap-10 py-4 lg:grid-cols-[minmax(0,1fr)_26rem] lg:py-8">
      {isVerified && (
        <Alert
          tone="ok"
          title="Your email address is verified"
          className="lg:col-span-2"
          action={
            <LinkButton href="/login" variant="primary">
              Sign in
            </LinkButton>
          }
        >
          Sign in to add your company. Our team then reviews your account.
        </Alert>
      )}
      <div>
        <h1 tabIndex={-1} className="max-w-xl text-2xl font-semibold text-balance sm:text-[2.5rem]/[1.15]">
          Digital gift cards for your business, delivered in seconds
        </h1>
        <p className="mt-4 max-w-lg text-base text-muted text-pretty">
          Buy codes of the brands that people use, in dollars or euros, from a wallet that accounts for every cent.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <LinkButton href="/register" variant="primary" size="lg">
            Create account
          </LinkButton>
          <LinkButton href="/login" size="lg">
            Sign in
          </LinkButton>
        </div>
      </div>
      <div className="relative mx-auto hidden aspect-[4/3] w-full max-w-104 lg:block" aria-hidden="true">
        <GiftCard
          brand="Steam"
          color="#1b3a5c"
          glyph="gamepad2"
          region="US"
          denomination="$50"
          className="absolute! top-2 left-0 w-3/4! -rotate-8 rounded-xl! shadow-lg"
        />
        <GiftCard
          brand="Spotify"
          color="#137a3d"
          glyph="headphones"
          region="EU"
          denomination="€30"
          className="absolute! top-14 right-0 w-3/4! rotate-6 rounded-xl! shadow-lg"
        />
        <GiftCard
          brand="PlayStation"
          color="#0a50b5"
          glyph="joystick"
          region="Global"
          denomination="$100"
          className="absolute! bottom-0 left-8 w-3/4! -rotate-2 rounded-xl! shadow-lg"
        />
      </div>
    </section>
  );
}
