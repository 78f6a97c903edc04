/** What is drawn in the brand's hue, in a grey beside it, or as a thin line to compare with. */
export type SeriesLook = 'main' | 'rest' | 'compare';

/** One row of figures over the categories of a chart. */
export interface Series {
  name: string;
  look: SeriesLook;
  values: readonly number[];
}

/** What a chart tells: figures over categories (hours, days, people). Bars are piled up; what compares is a line. */
export interface ChartData {
  categories: readonly string[];
  series: readonly Series[];
  /** Figures are parts of it: there is none above it, and no place for one. */
  whole?: number;
  /** Categories follow one another in even steps, as hours do: where there is no room for all names, one is known from its neighbours. */
  evenly?: boolean;
  /** A figure in words. */
  format: (value: number) => string;
}
