import type { Next } from '../next.ts';
import type { Turn } from '../turn.ts';
import type { Here } from '../vocabulary.ts';
import type { Asked } from './feature.ts';

/** Somebody dialled a code, and this is done about it. */
export type Feature = (turn: Turn, here: Here, asked: Asked) => Next;
