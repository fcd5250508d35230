import { CircleAlert, Hourglass } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { signOut, useCustomer } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { AuthCard } from './auth-card.tsx';

const POLL_MILLISECONDS = 30_000;

/** The account is complete and waits for an administrator; the page checks every half minute. */
export function ApprovalWaitingPage() {
  const [, navigate] = useLocation();
  const { user, reload } = useCustomer();
  const isApproved = user?.is_approved ?? false;

  useEffect(() => {
    const timer = setInterval(() => void reload(), POLL_MILLISECONDS);
    return () => clearInterval(timer);
  }, [reload]);
  useEffect(() => {
    if (isApproved) navigate('/', { replace: true });
  }, [isApproved, navigate]);

  const check = async () => {
    const answer = (await reload()) as { data?: { data: { is_approved: boolean } } };
    if (!answer.data?.data.is_approved) toast.info('Still under review', 'We will send you an email when it is done.');
  };
  const logout = (
    <Button
      variant="ghost"
      onClick={async () => {
        await signOut('customer');
        navigate('/login');
      }}
    >
      Logout
    </Button>
  );
  if (user?.is_approval_revoked) {
    return (
      <AuthCard
        icon={<CircleAlert aria-hidden />}
        title="Your approval was withdrawn"
        description="Our team has withdrawn the approval of your account, so it cannot buy or move money. Your balances and orders are kept. Contact support to hear why."
      >
        <div className="flex flex-col gap-3">
          <LinkButton href="/settings/company" variant="primary" size="lg">
            Correct and ask again
          </LinkButton>
          {logout}
        </div>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      icon={<Hourglass aria-hidden />}
      title="Your account is under review"
      description="We review every business account. It takes 1-2 business days, and you will get an email notification as soon as it is approved."
    >
      <ol className="mb-7 flex flex-col gap-3 text-sm">
        {['Email verified', 'Company details and documents received'].map((step) => (
          <li key={step} className="flex items-center gap-3">
            <span className="grid size-5 place-items-center rounded-full bg-ok-soft text-xs text-ok" aria-hidden="true">
              ✓
            </span>
            {step}
          </li>
        ))}
        <li className="flex items-center gap-3 font-medium">
          <span className="grid size-5 place-items-center rounded-full bg-warn-soft text-warn" aria-hidden="true">
            <span className="size-1.5 animate-pulse rounded-full bg-current" />
          </span>
          Review by our team
        </li>
      </ol>
      <div className="flex flex-col gap-3">
        <Button variant="primary" size="lg" onClick={check}>
          Check Approval Status
        </Button>
        {logout}
      </div>
      <p className="mt-6 text-center text-sm text-muted">
        Something to correct? <TextLink href="/settings/company">Company settings</TextLink>
      </p>
    </AuthCard>
  );
}
