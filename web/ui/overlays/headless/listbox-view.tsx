import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
import { cx } from '#web/lib/words/cx.ts';
import { goRound } from './go-round.ts';
import { anchorOf, PANEL_CLASS } from './placement.ts';
import { Tick } from './tick.tsx';
import { type Opener, type RenderTrigger, Trigger, useOpenAtOnce } from './trigger.tsx';

export type SelectOption = { value: string; label: string; disabled?: boolean };

type ListboxViewProps = {
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  trigger: RenderTrigger;
  opener: Opener;
};

/** See Select. */
export function ListboxView({ value, onChange, options, trigger, opener }: ListboxViewProps) {
  const button = useOpenAtOnce(opener);
  return (
    <Listbox value={value} onChange={onChange}>
      <ListboxButton as={Trigger} ref={button} render={trigger} />
      <ListboxOptions
        anchor={anchorOf('bottom-start')}
        modal={false}
        onKeyDown={goRound}
        className={cx(PANEL_CLASS, 'min-w-(--button-width) p-1 [--anchor-max-height:18rem]')}
      >
        {options.map((option) => (
          <ListboxOption
            key={option.value}
            value={option.value}
            disabled={option.disabled ?? false}
            className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 data-disabled:opacity-50 data-focus:bg-hover"
          >
            <span className="min-w-0 grow truncate">{option.label}</span>
            <Tick className={cx('text-accent-ink', option.value !== value && 'invisible')} />
          </ListboxOption>
        ))}
      </ListboxOptions>
    </Listbox>
  );
}
