import { useMay } from '#web/admin/shared/permission/may.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** Above each page of a store that is set up: customers see nothing of it yet. */
export function NotOpenBar() {
  const mayChange = useMay('settings:change');
  return (
    <div className="page-column w-full pt-4">
      <Alert
        title="The store is not open yet"
        action={
          mayChange && (
            <LinkButton size="sm" href="/admin/setup">
              Go on with the setup
            </LinkButton>
          )
        }
      >
        Customers see none of its pages.
      </Alert>
    </div>
  );
}
