/** How a format shows numbers (ECMA-376 part 1 §18.8.31): its part for all of them, or for those above, below, and of nought. */
export type NumberPattern = readonly [Section, ...Section[]];

interface Section {
  readonly before: string;
  readonly after: string;
  /** Undefined where it shows words alone. */
  readonly figures?: {
    readonly written: Intl.NumberFormat;
    readonly times: number;
    /** Whether a nought stands before what is less than one. */
    readonly hasWhole: boolean;
    /** Whole numbers are shown digit by digit. */
    readonly isBare: boolean;
  };
}

/** Vietnamese, as Windows numbers and names languages; the thousands of `1.500.000 ₫` are apart by points. */
const vietnamese = /-(?:0*42a|vi(?:-vn)?)$/i;

/** Excel takes no longer one; more is a text that is made to be repeated. */
const longestFormat = 255;

/** Undefined where the format has what is not known here: conditions, fractions, powers of ten, and the general one. */
export function patternOf(format: string): NumberPattern | undefined {
  if (format.length > longestFormat) return undefined;
  const sections = sectionsOf(format);
  const [first, ...others] = sections.slice(0, 3).map(sectionOf);
  if (first?.figures === undefined || others.includes(undefined)) return undefined;
  return [first, ...others.filter((one) => one !== undefined)];
}

/** The last sign of a literal that begins here. */
export function endOfLiteral(format: string, at: number): number | undefined {
  switch (format.charAt(at)) {
    case '"': {
      const close = format.indexOf('"', at + 1);
      return close === -1 ? format.length : close;
    }
    case '\\':
    case '_':
    case '*':
      return at + 1;
    default:
      return undefined;
  }
}

export function literalOf(format: string, at: number, end: number): string {
  const sign = format.charAt(at);
  if (sign === '"') return format.slice(at + 1, end);
  // A gap as wide as a sign, and what fills a cell, are no part of what is read.
  return sign === '\\' ? format.charAt(end) : '';
}

function sectionsOf(format: string): string[] {
  const sections: string[] = [];
  let from = 0;
  for (let at = 0; at < format.length; at += 1) {
    at = endOfLiteral(format, at) ?? at;
    if (format.charAt(at) !== ';' || at < from) continue;
    sections.push(format.slice(from, at));
    from = at + 1;
  }
  return [...sections, format.slice(from)];
}

function sectionOf(format: string): Section | undefined {
  const texts = { before: '', after: '' };
  let places = '';
  let isHundredths = false;
  let language = 'en';
  let side: keyof typeof texts = 'before';
  for (let at = 0; at < format.length; at += 1) {
    const sign = format.charAt(at);
    const end = endOfLiteral(format, at);
    if (end !== undefined) {
      texts[side] += literalOf(format, at, end);
      at = end;
    } else if (sign === '[') {
      const close = format.indexOf(']', at);
      const said = format.slice(at + 1, close === -1 ? at + 1 : close);
      if (close === -1 || /^[<>=]/.test(said)) return undefined;
      if (said.startsWith('$')) texts[side] += said.slice(1).split('-', 1).join('');
      if (vietnamese.test(said)) language = 'vi';
      at = close;
    } else if ('#0.,'.includes(sign)) {
      // Words among the digits are no number's.
      if (texts.after !== '') return undefined;
      places += sign;
      side = 'after';
    } else if (/[a-z?/@]/i.test(sign)) return undefined;
    else {
      if (sign === '%') isHundredths = true;
      texts[side] += sign;
    }
  }
  if (places === '') return texts;
  const figures = figuresOf(places, language, isHundredths);
  return figures === undefined ? undefined : { ...texts, figures: { ...figures, isBare: isBare(texts, figures) } };
}

type Figures = NonNullable<Section['figures']>;

/** Digits of the longest number that is shown (Intl takes no more before the point). */
const mostPlaces = 20;

function figuresOf(places: string, language: string, isHundredths: boolean): Omit<Figures, 'isBare'> | undefined {
  const [, whole = '', part = '', behind = ''] = /^([#0,]*)(?:\.([#0]*))?(,*)$/.exec(places) ?? [];
  if (places !== `${whole}${places.includes('.') ? '.' : ''}${part}${behind}`) return undefined;
  const thousandths = /,*$/.exec(whole)?.[0].length ?? 0;
  const noughts = whole.replace(/[^0]/g, '').length;
  if (noughts > mostPlaces || part.length > mostPlaces) return undefined;
  const written = writer(language, {
    useGrouping: whole.slice(0, whole.length - thousandths).includes(','),
    minimumIntegerDigits: Math.max(1, noughts),
    minimumFractionDigits: part.lastIndexOf('0') + 1,
    maximumFractionDigits: part.length,
  });
  return { written, times: (isHundredths ? 100 : 1) / 1_000 ** (thousandths + behind.length), hasWhole: noughts > 0 };
}

const writers = new Map<string, Intl.NumberFormat>();

/** They are large, and styles by the thousand have the same. */
function writer(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const written = writers.get(key) ?? new Intl.NumberFormat(language, options);
  writers.set(key, written);
  return written;
}

const isBare = (texts: { before: string; after: string }, { written, times }: Omit<Figures, 'isBare'>): boolean =>
  texts.before + texts.after === '' && times === 1 && written.format(1_234) === '1234';

/** A number as the pattern shows it; undefined where that is the number as it stands, or nothing. */
export function shownByPattern(value: number, pattern: NumberPattern): string | undefined {
  const [all, below, nought] = pattern;
  const section = (value < 0 ? below : value === 0 ? nought : undefined) ?? all;
  const { before, after, figures } = section;
  if (section === all && figures?.isBare === true && Number.isSafeInteger(value)) return undefined;
  const sign = value < 0 && section === all ? '-' : '';
  const shown = `${sign}${before}${figures === undefined ? '' : digitsOf(value, figures)}${after}`.trim();
  return shown === '' || shown === String(value) ? undefined : shown;
}

/** Workbooks reckon with fifteen digits. */
function digitsOf(value: number, { written, times, hasWhole }: Figures): string {
  const digits = written.format(Number((Math.abs(value) * times).toPrecision(15)));
  return hasWhole ? digits : digits.replace(/^0(?=\D|$)/, '');
}
