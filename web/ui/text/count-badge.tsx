/** A count at the corner of an icon button: '9+' above nine, nothing at zero. The button's label must say it in words. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      className="tabular pointer-events-none absolute -top-0.5 -right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-semibold text-on-accent ring-2 ring-surface"
    >
      {count > 9 ? '9+' : count}
    </span>
  );
}
