import type { AudioSource } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { type PromptWord, promptFile, textFile } from './prompts.ts';

/** Words that values are put together of. */
const pieces = {
  numbers: [
    ...(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const),
    ...(['ten', 'tens', 'one-after-tens', 'four-after-tens', 'five-after-ten', 'odd'] as const),
    ...(['hundred', 'thousand', 'million', 'billion'] as const),
  ],
  money: ['dong'],
  days: [
    ...(['hours', 'minutes', 'day', 'month', 'fourth'] as const),
    ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
  ],
} as const satisfies Record<string, readonly PromptWord[]>;

/** Sentences that customers hear, and those beside values. */
const sentences: readonly PromptWord[] = [
  ...(['otp', 'otp-repeat', 'queue-next', 'queue-position', 'queue-wait'] as const),
  ...(['callback-number', 'callback-confirm', 'callback-kept', 'callback-impossible'] as const),
  ...(['nobody-free', 'no-more-calls', 'survey-invite', 'survey-wrong', 'survey-thanks', 'goodbye'] as const),
  ...(['recording-key', 'recording-refused'] as const),
  ...(['now-is', 'own-number', 'forward-on', 'box-has', 'box-new', 'box-old', 'box-message', 'box-keys'] as const),
];
const texts = ['welcome', 'closed', 'recorded', 'voicemail-greeting'] as const;

/** What somebody says once, so that a company speaks in their voice: keys in the prompt store by what they are for, in the order in which they are said. */
export const voiceGroups = {
  numbers: pieces.numbers.map(promptFile),
  money: pieces.money.map(promptFile),
  days: pieces.days.map(promptFile),
  sentences: [...sentences.map(promptFile), ...texts.map(textFile)],
} as const satisfies Record<string, readonly string[]>;

const ofValues: ReadonlySet<string> = new Set(Object.values(pieces).flat().map(promptFile));
const ofVoice: ReadonlySet<string> = new Set(Object.values(voiceGroups).flat());

/** What a company has instead of the product's own sounds, by keys in the prompt store. */
export interface OwnSounds {
  /** Texts that it has said otherwise. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** Words and sentences in its own voice. */
  readonly voice?: Readonly<Record<string, string>>;
}

/**
 * What is played to somebody of a company. Sentences that it has said otherwise are those. All else that is said at once is said in its voice
 * where that has every word of it, and as ever where one is missing: nobody hears an amount in two voices.
 */
export function asCompanySays(
  { prompts = {}, voice = {} }: OwnSounds,
  sources: readonly AudioSource[],
): readonly AudioSource[] {
  const isSaidOtherwise = (file: string) => !ofValues.has(file) && lookUp(prompts, file) !== undefined;
  const inVoice = sources.every(
    (source) =>
      source.kind !== 'file' ||
      !ofVoice.has(source.file) ||
      isSaidOtherwise(source.file) ||
      lookUp(voice, source.file) !== undefined,
  );
  return sources.map((source) => {
    if (source.kind !== 'file') return source;
    const voiced = inVoice && !isSaidOtherwise(source.file) ? lookUp(voice, source.file) : undefined;
    const file = voiced ?? lookUp(prompts, source.file);
    return file === undefined ? source : { kind: 'file', file };
  });
}
