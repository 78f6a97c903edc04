import { away, present } from '../bridges.ts';
import { waits } from '../next.ts';
import { sideName } from '../parties.ts';
import { callAt, note, perform, type Turn } from '../turn.ts';
import type { BridgeId, Here } from '../vocabulary.ts';
import type { ActivityKind } from './kind.ts';

/** In a conversation. Who hears whom, music and recording follow from it by themselves (`talk.ts`). */
export const talking: ActivityKind<'talking'> = {
  stage: 'talking',
  said: () => 'Đang đàm thoại',
  /** Keys are for the other side: a bank's menu, a door. */
  key(turn, here, { bridge }, digit) {
    sendKeys(turn, here, bridge, digit);
    return waits;
  },
  held(turn, here, { bridge }, on) {
    note(turn, here.call, 'talk', `${sideName(turn, here)} ${on ? 'giữ máy' : 'nối lại'}`, {
      others: String(
        present(callAt(turn, here.call), bridge).length - 1 + away(callAt(turn, here.call), bridge).length,
      ),
    });
    return waits;
  },
};

export function sendKeys(turn: Turn, here: Here, bridge: BridgeId, digits: string): void {
  for (const { id, home, state } of present(callAt(turn, here.call), bridge)) {
    if (id !== here.leg && state === 'up') perform(turn, home, { type: 'send-dtmf', leg: id, digits });
  }
}
