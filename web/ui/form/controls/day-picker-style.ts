/** The calendar's parts in our tokens; its own style sheet is not used. */
export const DAY_PICKER_CLASSES = {
  root: 'p-3',
  months: 'relative flex flex-col gap-6 sm:flex-row',
  month: 'space-y-3',
  month_caption: 'flex h-8 items-center justify-center text-sm font-medium',
  dropdowns: 'flex items-center gap-1.5',
  dropdown_root: 'relative inline-flex items-center rounded-sm border border-line-strong bg-surface px-2 py-1 text-sm',
  dropdown: 'absolute inset-0 cursor-pointer opacity-0',
  caption_label: 'inline-flex items-center gap-1 text-sm font-medium [&_svg]:size-3.5 [&_svg]:fill-muted',
  nav: 'absolute inset-x-0 top-0 z-10 flex h-8 items-center justify-between pointer-events-none',
  button_previous:
    'pointer-events-auto grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink disabled:opacity-40 [&_svg]:size-4 [&_svg]:fill-current',
  button_next:
    'pointer-events-auto grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink disabled:opacity-40 [&_svg]:size-4 [&_svg]:fill-current',
  month_grid: 'border-collapse',
  weekday: 'size-9 text-xs font-normal text-muted',
  day: 'group p-0 text-center',
  day_button:
    'tabular size-9 rounded-md text-sm transition-colors hover:bg-hover group-data-selected:bg-accent group-data-selected:text-on-accent disabled:pointer-events-none',
  today: 'font-semibold text-accent-ink',
  outside: 'text-faint',
  disabled: 'opacity-40',
  hidden: 'invisible',
  range_start: 'rounded-l-md bg-accent-soft',
  range_end: 'rounded-r-md bg-accent-soft',
  range_middle: 'bg-accent-soft [&>button]:bg-transparent! [&>button]:text-ink!',
} as const;
