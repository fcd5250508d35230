import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'wouter';

/** Where this page stands; the last entry is the page itself. */
export function Breadcrumbs({ trail }: { trail: readonly { label: string; href?: string }[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="mb-3">
      <ol className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
        {trail.map((step, index) => (
          <Fragment key={step.label}>
            {index > 0 && <ChevronRight className="size-3.5 text-faint" aria-hidden />}
            <li>
              {step.href ? (
                <Link href={step.href} className="hover:text-ink">
                  {step.label}
                </Link>
              ) : (
                <span aria-current="page" className="text-ink">
                  {step.label}
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
