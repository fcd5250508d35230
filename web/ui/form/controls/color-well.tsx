/** Picks a colour, beside the field in which it stands as `#` and six digits. */
export function ColorWell({ color, onColor }: { color: string; onColor: (color: string) => void }) {
  return (
    <input
      type="color"
      aria-label="Pick a colour"
      value={color}
      onChange={(event) => onColor(event.target.value)}
      className="pointer-events-auto size-6 cursor-pointer appearance-none rounded-sm border-0 bg-transparent p-0 [&::-webkit-color-swatch]:rounded-sm [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
    />
  );
}
