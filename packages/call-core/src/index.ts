export type * from './vocabulary.ts';
