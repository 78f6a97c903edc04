import type { Here } from '../board/vocabulary.ts';
import { present } from './bridges.ts';
import { changeLeg, enter } from './legs.ts';
import { sideName } from './parties.ts';
import { callAt, legAt, note, type Turn } from './turn.ts';

/** Takes a person back to the conversation that they left to consult a colleague. */
export function comeBack(turn: Turn, here: Here): void {
  const { elsewhere, id } = legAt(turn, here);
  if (elsewhere === null) return;
  const stay = callAt(turn, here.call).segments.findLast(({ leg, bridge }) => leg === id && bridge === elsewhere);
  changeLeg(turn, here, { elsewhere: null });
  // Without a stay they were given a place there while they were away.
  enter(turn, here, {
    kind: 'talking',
    bridge: elsewhere,
    how: stay?.how ?? 'transfer',
    through: stay?.through ?? null,
  });
  note(turn, here.call, 'talk', `${sideName(turn, here)} trở lại đàm thoại`, {
    parties: String(present(callAt(turn, here.call), elsewhere).length),
  });
}
