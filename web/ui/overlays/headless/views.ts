/** Loaded when something first opens: Headless UI and our pieces on it, in one file. */
export { ComboboxView } from './combobox-view.tsx';
export { DialogView } from './dialog-view.tsx';
export { ListboxView } from './listbox-view.tsx';
export { MenuView } from './menu-view.tsx';
export { PaletteView } from './palette-view.tsx';
export { PopoverView } from './popover-view.tsx';
