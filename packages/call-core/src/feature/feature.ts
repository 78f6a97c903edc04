import type { DialledCode } from '../board/feature-code.ts';
import type { Next } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import type { Turn } from '../turn/turn.ts';

/** Somebody dialled a code, and this is done about it. */
export type CodeFeature = (turn: Turn, here: Here, asked: DialledCode) => Next;
