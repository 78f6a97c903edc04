import type { Keeping } from '../keeping.ts';
import type { Turn } from '../turn.ts';
import type { Here } from '../vocabulary.ts';

/** Has something kept with the configuration. */
export function keep(turn: Turn, { call }: Here, keeping: Keeping): void {
  turn.commands.push({ type: 'keep', call, keeping });
}
