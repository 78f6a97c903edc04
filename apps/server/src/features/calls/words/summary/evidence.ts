import type { CallSummary, SummaryKind } from '@alo/contract';

/** A line of a transcript, in milliseconds of its recording. */
export interface SpokenLine {
  readonly side: 'left' | 'right' | 'both';
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A sentence of a summary as its writer hands it in: with the lines, by their places, that it says are its evidence. */
export interface DraftSentence {
  readonly kind: SummaryKind;
  readonly text: string;
  readonly lines: readonly number[];
}

/** A sentence that its lines bear out. */
type EvidentSentence = CallSummary['sentences'][number];

/** So much of what a sentence says has to be in its lines. */
const leastShare = 0.5;
const sentencesAtMost = 12;

/** Only sentences whose own lines say what they say: no sentence without its second. */
export function withEvidence(drafted: readonly DraftSentence[], lines: readonly SpokenLine[]): Omit<CallSummary, 'by'> {
  const kept = drafted.flatMap((sentence) => {
    const its = linesOf(sentence, lines);
    return its !== undefined && isBorneOut(sentence.text, its) ? [shownOf(sentence, its)] : [];
  });
  return { sentences: kept.slice(0, sentencesAtMost), dropped: drafted.length - kept.length };
}

/** Undefined where it names none, or one that is not there. */
function linesOf({ lines: named }: DraftSentence, lines: readonly SpokenLine[]): readonly SpokenLine[] | undefined {
  const places = [...new Set(named)].toSorted((a, b) => a - b);
  const its = places.flatMap((place) => lines[place] ?? []);
  return its.length === 0 || its.length < places.length ? undefined : its;
}

function shownOf({ kind, text }: DraftSentence, its: readonly SpokenLine[]): EvidentSentence {
  const sides = new Set(its.map(({ side }) => side));
  const [side = null] = sides;
  return { kind, text, side: sides.size === 1 ? side : null, at: its.map(({ from }) => from / 1_000) };
}

/** Words, figures and refusals: a figure that nobody said, or a “no”, is worse than a word that nobody said. */
function isBorneOut(text: string, its: readonly SpokenLine[]): boolean {
  const spoken = its.map((line) => line.text).join(' · ');
  const there = new Set(wordsIn(spoken));
  const own = [...new Set(wordsIn(text))];
  if (own.some((word) => refusals.has(word) && !there.has(word))) return false;
  if (!saysOnlyFiguresOf(text, spoken)) return false;
  const content = own.filter((word) => !empty.has(word));
  return content.length > 0 && content.filter((word) => there.has(word)).length >= leastShare * content.length;
}

/** `500.000` is `500000`, and `0901 234 567` may be one number or three. */
function saysOnlyFiguresOf(text: string, spoken: string): boolean {
  const said = new Set([...figuresIn(spoken), ...figuresIn(joined(spoken))]);
  return [text, joined(text)].some((one) => figuresIn(one).every((figure) => said.has(figure)));
}

const joined = (text: string): string => text.replace(/(?<=[\d*])[\s.-]+(?=[\d*])/g, '');
const figuresIn = (text: string): readonly string[] =>
  text.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '').match(/[\d*]*\d[\d*]*(?:[.,]\d+)?/g) ?? [];

/** Accents stand at different letters for different writers (`hoà`, `hòa`), so they are left out. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
const wordsIn = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const refusals = new Set(['khong', 'chua', 'chang']);

/** Who speaks, and what every sentence is made of: that these are in a line bears nothing out. */
const empty = new Set(
  (
    'khach hang nhan vien anh chi em toi minh ban ho nguoi goi nghe da vang a nhe nha thi la va cua cho voi duoc co khong chua ' +
    'noi hoi dap tra loi yeu cau bao rang ve nay do se o de den tu mot cac nhung'
  ).split(' '),
);
