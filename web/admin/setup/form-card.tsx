import type { FormEventHandler, ReactNode } from 'react';
import { Card } from '#web/ui/page/card.tsx';

type FormCardProps = {
  title: string;
  description: ReactNode;
  onSubmit: FormEventHandler;
  /** The button that sends it. */
  send: ReactNode;
  children: ReactNode;
};

/** A form of the back office as a step of the setup. */
export const FormCard = ({ title, description, onSubmit, send, children }: FormCardProps) => (
  <form noValidate onSubmit={onSubmit} aria-label={title}>
    <Card title={title} description={description}>
      {children}
      <div className="mt-6">{send}</div>
    </Card>
  </form>
);
