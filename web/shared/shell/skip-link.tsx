/** The first stop of Tab: it skips the navigation and goes to the page itself. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-md bg-raised px-4 py-2 text-sm font-medium text-ink shadow-md focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60"
    >
      Skip to content
    </a>
  );
}
