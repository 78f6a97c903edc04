import type { DialledCode } from '../board/feature-code.ts';
import type { Next } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import type { Turn } from '../turn/turn.ts';

/** Does what a dialled feature code asks for. */
export type CodeFeature = (turn: Turn, here: Here, asked: DialledCode) => Next;
