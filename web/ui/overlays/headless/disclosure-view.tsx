import { Disclosure, DisclosureButton, DisclosurePanel } from '@headlessui/react';
import type { ReactNode } from 'react';
import { type RenderTrigger, Trigger, useOpenAtOnce } from './trigger.tsx';

export type DisclosureViewProps = { trigger: RenderTrigger; children: ReactNode };

/** See Disclosure. */
export function DisclosureView({ trigger, children }: DisclosureViewProps) {
  const button = useOpenAtOnce('pointer');
  return (
    <Disclosure>
      <DisclosureButton as={Trigger} ref={button} render={trigger} />
      <DisclosurePanel>{children}</DisclosurePanel>
    </Disclosure>
  );
}
