/**
 * The classes of every row of a list of connections. The browser skips the layout of rows out of sight, so a thousand
 * scroll as ten do; they stay in the page for its search and for screen readers. It cuts what lies outside of a row, so the
 * outline of the focus lies inside.
 */
export const rowClass =
  '[contain-intrinsic-size:auto_5rem] [content-visibility:auto] [&>a]:-outline-offset-3 [&>button]:-outline-offset-3';
