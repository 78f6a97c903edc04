const [white, ink] = ['#ffffff', '#16202b'] as const;

/** White or our ink, whichever stands out more on a colour `#rrggbb` (WCAG relative luminance). */
export const readableOn = (colour: string): string =>
  contrast(luminance(colour), luminance(white)) >= contrast(luminance(colour), luminance(ink)) ? white : ink;

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
