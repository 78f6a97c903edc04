import { fold } from '@alo/ui';

/** What is looked through for what is typed. */
export interface Findable {
  label: string;
  kind: string;
  words: string;
}

/** Said of anything: where nothing is called so, the rest of what is typed counts. */
const sayings = new Set(
  'them tao moi lap doi sua chinh xoa xem cai dat bat tat mo quan ly tim o dau cach lam sao the nao toi muon de vao nhap cho'.split(
    ' ',
  ),
);

const adding = new Set(['them', 'tao', 'moi', 'lap']);

/**
 * What is found by what is typed, best first. A word counts more in a name than among the other words, and more as a whole than as a
 * beginning; what is typed as it stands there counts most.
 */
export function find<Each extends Findable>(all: readonly Each[], query: string): Each[] {
  const asked = inWords(query);
  if (asked.length === 0) return [...all];
  return all
    .map((each) => ({ each, weight: weightOf(each, asked) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ each }) => each);
}

function weightOf({ label, kind, words }: Findable, asked: readonly string[]): number {
  const name = inWords(label);
  const others = inWords(words);
  const place = inWords(kind);
  let sum = 0;
  for (const word of asked) {
    const weight = Math.max(6 * likeness(name, word), 3 * likeness(others, word), likeness(place, word));
    if (weight === 0 && !sayings.has(word)) return 0;
    sum += weight;
  }
  if (sum === 0) return 0;
  const phrase = asked.join(' ');
  if (name.join(' ') === phrase) sum += 20;
  else if (isPhraseOf(name, phrase)) sum += 10;
  else if (isPhraseOf(others, phrase)) sum += 8;
  // Who did not say "thêm" looks for what there is.
  if (name[0] === 'them' && !asked.some((word) => adding.has(word))) sum -= 3;
  // Of two that are called so, the one that is called nothing else.
  return sum - name.length / 10;
}

const isPhraseOf = (words: readonly string[], phrase: string): boolean => ` ${words.join(' ')}`.includes(` ${phrase}`);

const inWords = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}*]+/u)
    .filter((word) => word !== '');

/** 1 for the word itself, less for one that begins with it or has it inside. */
const likeness = (words: readonly string[], asked: string): number =>
  Math.max(
    0,
    ...words.map((word) => (word === asked ? 1 : word.startsWith(asked) ? 0.8 : word.includes(asked) ? 0.4 : 0)),
  );
