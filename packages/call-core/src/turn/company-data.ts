import type { DataChange } from '../board/company-data.ts';
import type { Here } from '../board/vocabulary.ts';
import type { Turn } from './turn.ts';

/** Has something kept with the configuration. */
export function saveChange(turn: Turn, { call }: Here, keeping: DataChange): void {
  turn.commands.push({ type: 'keep', call, keeping });
}
