/** What an axis is about to be cut into, and the steps that are easily read, each with the first fraction that is too large for it. */
const wantedSteps = 3;
const easySteps = [
  { step: 1, below: 1.5 },
  { step: 2, below: 2.5 },
  { step: 3, below: 4 },
  { step: 5, below: 7 },
] as const;

/** The figures on the upright axis: whole numbers at even steps, from 0 to `most` or the next above it; of parts of a whole never above that. */
export function axisFigures(most: number, whole?: number): readonly number[] {
  const raw = Math.max(most, 1) / wantedSteps;
  const power = 10 ** Math.floor(Math.log10(raw));
  const easy = easySteps.find(({ below }) => raw / power < below)?.step ?? 10;
  const step = Math.max(1, easy * power);
  const figures = Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step);
  if (whole === undefined || most > whole || (figures.at(-1) ?? 0) <= whole) return figures;
  return [0, 1, 2, 3, 4].map((quarter) => (whole * quarter) / 4);
}

/** Of each how many categories one has its name under it, so that names do not touch. */
export function namedEvery(categories: readonly string[], band: number): number {
  const widest = Math.max(0, ...categories.map(({ length }) => length)) * widthOfLetter + betweenNames;
  return Math.max(1, Math.ceil(widest / band));
}

/** More of them than this would be a longer picture than anybody looks at: the table has their names. */
const mostLying = 40;

/** That names which do not fit under upright bars are not left out: the bars lie, each beside its name. */
export const barsLie = (categories: readonly string[], band: number, evenly: boolean): boolean =>
  !evenly && categories.length <= mostLying && namedEvery(categories, band) > 1;

/** Of a caption, in pixels, about. */
const widthOfLetter = 7;
const betweenNames = 4;
