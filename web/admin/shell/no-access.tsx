import { type Permission, rolesWith } from '#bff/contract/roles.ts';
import { useAdministrator } from '#web/lib/administrator.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** In place of a screen that the administrator's roles do not open: which do, and who can change that. */
export function NoAccess({ permission, home }: { permission: Permission; home: string }) {
  const roles = useAdministrator().administrator?.roles ?? [];
  return (
    <div className="flex flex-col items-center py-20 text-center">
      <p className="tabular text-sm font-medium text-accent-ink">403</p>
      <h1 tabIndex={-1} className="mt-2 text-xl font-semibold">
        You do not have access to this page
      </h1>
      <p className="mt-2 max-w-md text-muted">
        It takes the role {rolesWith(permission)}; {roles.length === 1 ? 'yours is' : 'yours are'} {roles.join(', ')}.
        An owner can change your roles.
      </p>
      <LinkButton href={home} variant="primary" className="mt-6">
        Go to the dashboard
      </LinkButton>
    </div>
  );
}
