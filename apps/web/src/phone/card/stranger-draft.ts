import { draftKey } from '../../kit/drafts/drafts.ts';
import { type KeptInput, wordsTogether } from '../../kit/drafts/use-kept-input.ts';

/** What somebody has filled in of a person who is in no address book yet. */
export interface StrangerWords {
  readonly name: string;
  readonly note: string;
}

export const noWords: StrangerWords = { name: '', note: '' };

export const hasWords = ({ name, note }: StrangerWords): boolean => name !== '' || note !== '';

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
