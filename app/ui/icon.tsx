// The page's icons: sixteen units square, drawn in the current colour, silent to screen readers.
const STROKED = {
  tick: "m3 8.5 3.2 3.2L13 4.8",
  cross: "m4 4 8 8M12 4l-8 8",
  question: "M5.8 6.2a2.3 2.3 0 1 1 3.4 2c-.8.4-1.2.9-1.2 1.7M8 12.4v.1",
  down: "m4 6 4 4 4-4",
  up: "m4 10 4-4 4 4",
  left: "M13 8H3.5M7.5 3.5 3 8l4.5 4.5",
  right: "M3 8h9.5M8.5 3.5 13 8l-4.5 4.5",
  back: "M4.5 4 1.8 6.8l2.7 2.7M2 6.8h7.2a4 4 0 0 1 0 8H6",
  pin: "M8 10v5M5 2h6l-1 4 2.5 3.5h-9L6 6Z",
  book: "M8 4.2C6.4 3 4.3 2.7 2 2.8v9.6c2.3-.1 4.4.2 6 1.4 1.6-1.2 3.7-1.5 6-1.4V2.8C11.7 2.7 9.6 3 8 4.2Zm0 0v9.6",
  copy: "M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8Z",
  search: "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0Zm-1 3.5 3.5 3.5",
  light:
    "M11 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13",
  dark: "M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z",
  system: "M2 3h12v8H2ZM6 14h4M8 11v3",
  first: "M8 3 3 8l5 5M13.5 3l-5 5 5 5",
  last: "m8 3 5 5-5 5M2.5 3l5 5-5 5",
  previous: "M11.5 3.5 7 8l4.5 4.5M4 3.5v9",
  next: "M4.5 3.5 9 8l-4.5 4.5M12 3.5v9",
  plus: "M8 3v10M3 8h10",
  edit: "M11 2.5 13.5 5 5.5 13H3v-2.5Z",
  minus: "M3 8h10",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z",
  flag: "M4 14V2.5h8L10 6l2 3.5H4",
  save: "M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  columns: "M2 3h3.2v10H2ZM6.4 3h3.2v10H6.4ZM10.8 3H14v10h-3.2Z",
  graph:
    "M5.5 3.8a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0ZM5.5 12.2a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0ZM14.1 8a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0ZM5.3 4.7l5.4 2.4M5.3 11.3l5.4-2.4",
  ladder: "M5 1.5v13M11 1.5v13M5 4.5h6M5 8h6M5 11.5h6",
  curve: "M2.5 2v11.5H14M4.5 11c4.5 0 6.5-2.5 7.5-7.5",
  fork: "M2 8h3.5M5.5 8c2 0 2-4 4.5-4h4M5.5 8c2 0 2 4 4.5 4h4",
  tiles: "M2.5 2.5h4.5v4.5H2.5ZM9 2.5h4.5v4.5H9ZM2.5 9h4.5v4.5H2.5ZM9 9h4.5v4.5H9Z",
  line: "M3 13 13 3M3 3v10h10",
  code: "m5.5 4.5L2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
} as const;

const FILLED = {
  pause: "M4 2.5h3v11H4ZM9 2.5h3v11H9Z",
  play: "M4 2.5v11l9.5-5.5Z",
  stop: "M5 3.5h6A1.5 1.5 0 0 1 12.5 5v6a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 11V5A1.5 1.5 0 0 1 5 3.5Z",
  contrast: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 1.5v9a4.5 4.5 0 0 1 0-9Z",
} as const;

/** The names of all icons. */
export type IconName = keyof typeof STROKED | keyof typeof FILLED;

/** Shows an icon that screen readers skip: words must stand beside it. */
export function Icon({ name }: { readonly name: IconName }) {
  const filled = name in FILLED;
  const path = filled ? FILLED[name as keyof typeof FILLED] : STROKED[name as keyof typeof STROKED];
  return (
    <svg className={filled ? "icon filled" : "icon"} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

/** The sign of the page: a primal and a cotangent that overlap. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <circle cx="11" cy="14" r="8.2" fill="none" stroke="var(--primal)" strokeWidth="2.4" />
      <circle cx="17" cy="14" r="8.2" fill="none" stroke="var(--cot)" strokeWidth="2.4" strokeDasharray="3.6 3" />
      <circle cx="14" cy="14" r="1.9" fill="var(--ink)" />
    </svg>
  );
}
