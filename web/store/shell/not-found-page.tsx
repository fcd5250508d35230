import { useAtomValue } from 'jotai';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { DeadEnd } from '#web/shared/shell/dead-end.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';

export function NotFoundPage() {
  const isSignedIn = useAtomValue(sessionAtoms.customer).status === 'signed-in';
  return (
    <DeadEnd status={404} title="Page not found" message="The page you are looking for does not exist, or has moved.">
      {isSignedIn ? <LinkButton href="/">Go to Home</LinkButton> : <LinkButton href="/login">Sign in</LinkButton>}
      <LinkButton href="/products" variant="primary">
        Browse Products
      </LinkButton>
    </DeadEnd>
  );
}
