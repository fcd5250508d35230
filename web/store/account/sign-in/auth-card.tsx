import type { FormEvent, ReactNode } from 'react';

type AuthCardProps = {
  title: string;
  description?: ReactNode;
  icon?: ReactNode;
  footer?: ReactNode;
  /** Makes the content a form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => unknown;
  children: ReactNode;
};

/** The frame of sign-in and similar pages: one narrow card with a heading, and a line below it. */
export function AuthCard({ title, description, icon, footer, onSubmit, children }: AuthCardProps) {
  return (
    <div className="mx-auto w-full max-w-md py-8 sm:py-14">
      <section className="rounded-xl border bg-surface px-6 py-8 shadow-sm sm:px-9 sm:py-10">
        {icon && (
          <span className="mb-5 grid size-11 place-items-center rounded-full bg-accent-soft text-accent [&_svg]:size-5">
            {icon}
          </span>
        )}
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {title}
        </h1>
        {description !== undefined && <div className="mt-1.5 text-sm text-pretty text-muted">{description}</div>}
        {onSubmit ? (
          <form noValidate onSubmit={onSubmit} className="mt-7 flex flex-col gap-5">
            {children}
          </form>
        ) : (
          <div className="mt-7">{children}</div>
        )}
      </section>
      {footer && <p className="mt-6 text-center text-sm text-muted">{footer}</p>}
    </div>
  );
}
