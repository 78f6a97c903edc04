/** The distances of tokens.css, for parts that are told one; in pixels. */
export type Space = 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 18 | 20 | 24 | 28 | 32 | 36 | 56;

/** A distance as a style says it. */
export const space = (pixels: Space): string => `var(--alo-space-${pixels})`;
