import { LinkButton } from '#web/ui/button.tsx';

/** An address that is no page of the store. */
export function NotFoundPage() {
  return (
    <div className="flex flex-col items-center py-20 text-center">
      <p className="tabular text-sm font-medium text-accent-ink">404</p>
      <h1 tabIndex={-1} className="mt-2 text-xl font-semibold">
        Page not found
      </h1>
      <p className="mt-2 max-w-sm text-muted">The page you are looking for does not exist, or has moved.</p>
      <div className="mt-6 flex gap-2">
        <LinkButton href="/login">Go to Login</LinkButton>
        <LinkButton href="/products" variant="primary">
          Browse Products
        </LinkButton>
      </div>
    </div>
  );
}
