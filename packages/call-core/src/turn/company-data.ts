import type { Keeping } from '../board/company-data.ts';
import type { Here } from '../board/vocabulary.ts';
import type { Turn } from './turn.ts';

/** Has something kept with the configuration. */
export function keep(turn: Turn, { call }: Here, keeping: Keeping): void {
  turn.commands.push({ type: 'keep', call, keeping });
}
