import { type Permission, rolesWith } from '#bff/contract/base/roles.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { DeadEnd } from '#web/shared/shell/dead-end.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';

type Home = { home: string };

const ToDashboard = ({ home }: Home) => (
  <LinkButton href={home} variant="primary">
    Go to the dashboard
  </LinkButton>
);

export const NotFound = ({ home }: Home) => (
  <DeadEnd status={404} title="Page not found" message="There is no such place in the back office.">
    <ToDashboard home={home} />
  </DeadEnd>
);

/** The roles that may open the screen, and who can change the administrator's own. */
export function NoAccess({ permission, home }: { permission: Permission } & Home) {
  const roles = useAdministrator().administrator?.roles ?? [];
  const message = `It takes the role ${rolesWith(permission)}; ${roles.length === 1 ? 'yours is' : 'yours are'} ${roles.join(', ')}. An owner can change your roles.`;
  return (
    <DeadEnd status={403} title="You do not have access to this page" message={message}>
      <ToDashboard home={home} />
    </DeadEnd>
  );
}
