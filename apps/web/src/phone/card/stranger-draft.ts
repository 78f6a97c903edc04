import { draftKey, sameWords } from '../../kit/drafts/drafts.ts';
import { type KeptInput, wordsTogether } from '../../kit/drafts/use-kept-input.ts';

/** What somebody has filled in of a person who is in no address book yet. */
export interface StrangerWords {
  readonly name: string;
  readonly note: string;
}

export const noWords: StrangerWords = { name: '', note: '' };

export const hasWords = ({ name, note }: StrangerWords): boolean => name !== '' || note !== '';

export const sameStranger = (one: StrangerWords, other: StrangerWords): boolean =>
  sameWords(one.name, other.name) && sameWords(one.note, other.note);

/**
 * What stands in the card once it is told what the server has, over what it had before: what was written at another computer, where nothing
 * was written here meanwhile, or it goes on from that. What is written here is sent, and goes over it.
 */
export const afterTold = (here: StrangerWords, before: StrangerWords, told: StrangerWords): StrangerWords =>
  sameStranger(here, before) || (told.name.startsWith(here.name) && told.note.startsWith(here.note)) ? told : here;

/** Where such words are kept until there is a customer whose they are, by the number. */
export const strangerDrafts = (tenantCode: string, accountId: string): string =>
  draftKey('stranger', tenantCode, accountId);

export const strangerWords: KeptInput<StrangerWords> = {
  blank: noWords,
  isFilled: hasWords,
  together: (kept, typed) => ({
    name: wordsTogether(kept.name, typed.name, ' '),
    note: wordsTogether(kept.note, typed.note, '\n'),
  }),
  read: (value) => (isWords(value) ? value : undefined),
};

const isWords = (value: unknown): value is StrangerWords =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'note' in value &&
  typeof value.note === 'string';
