import { type Board, personOf } from '../board/board.ts';
import type { CallId, Instant } from '../board/vocabulary.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { isLive, legOf } from '../turn/turn.ts';

/** What became of a call that rang at somebody and that they did not answer. */
export type RangInVain = {
  readonly call: CallId;
  /** Since when it rings there no more. */
  readonly at: Instant;
} & (
  | { readonly became: 'answered'; readonly by: string }
  /** Who waited hung up, or nobody came in time and they were led on. */
  | { readonly became: 'gave-up' | 'led-on' }
);

/** The last such call of an extension, as long as the board has it; null where they answered, declined, or nothing rang. */
export function rangInVain(board: Board, extension: string): RangInVain | null {
  const { rang } = personOf(board, extension);
  const call = rang && getFrom(board.calls, rang.call);
  if (rang === undefined || call === undefined) return null;
  const { at, cause, waiting } = rang;
  const told = { call: call.id, at };
  const waits = legOf(call, waiting);
  switch (cause) {
    case 'answered-elsewhere': {
      const taken = call.segments.find(
        ({ from, leg, extension: by }) => from >= at && leg !== waiting && by !== extension,
      );
      return taken === undefined ? null : { ...told, became: 'answered', by: taken.extension };
    }
    case 'cancelled':
      return waits === undefined || !isLive(waits) ? { ...told, became: 'gave-up' } : { ...told, became: 'led-on' };
    case 'no-answer':
      return { ...told, became: 'led-on' };
    default:
      return null;
  }
}
