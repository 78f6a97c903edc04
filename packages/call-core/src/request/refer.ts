import { adopt } from '../activity/adoption.ts';
import type { BridgeId, Here, LegEvent } from '../board/vocabulary.ts';
import { read } from '../lib/draft.ts';
import { changeLeg, enter } from '../turn/legs.ts';
import { extensionAt } from '../turn/parties.ts';
import { callAt, isLive, legAt, legOf, note, perform, type Turn } from '../turn/turn.ts';
import { handOver } from './hand-over.ts';
import { removeLeg } from './leg-removal.ts';
import { type OwnTalk, othersIn, ownTalk } from './own-leg.ts';
import { dialledBy, sendOn, transferable } from './transfer.ts';

type Refer = Extract<LegEvent, { type: 'transfer-requested' }>;

/** A desk phone's transfer (REFER): the same as one that was asked for on a screen, and its phone is told what came of it. */
export function refer(turn: Turn, here: Here, event: Refer): void {
  const by = extensionAt(legOf(callAt(turn, here.call), here.leg));
  const told = (result: 'done' | 'failed') =>
    perform(turn, event.call, { type: 'transfer-result', leg: here.leg, transfer: event.transfer, result });
  if (event.replaces !== null) {
    const consulted: Here = {
      call: read(turn.adopted, event.replaces.leg) ?? event.replaces.call,
      leg: event.replaces.leg,
    };
    const own = ownTalk(turn, here.call, by, here.leg);
    if ('ok' in own || own.others.length === 0 || !isOwnLeg(turn, consulted, by)) return told('failed');
    return joinBoth(turn, own, consulted, told);
  }
  const own = transferable(turn, here.call, by, event.to, here.leg);
  if ('ok' in own) {
    note(turn, here.call, 'talk', `Máy nhánh ${by} chuyển cuộc gọi: ${own.ok ? '' : own.words}`, { to: event.to });
    return told('failed');
  }
  told('done');
  sendOn(turn, own, dialledBy(own.by, event.to));
}

function isOwnLeg(turn: Turn, here: Here, by: string): boolean {
  const call = read(turn.calls, here.call);
  const leg = call === undefined ? undefined : legOf(call, here.leg);
  return leg !== undefined && isLive(leg) && extensionAt(leg) === by;
}

/** The phone's other call: those who are in it join the party that waited, or ring for it if they have not answered yet. */
function joinBoth(turn: Turn, own: OwnTalk, consulted: Here, told: (result: 'done' | 'failed') => void): void {
  const { activity } = callAt(turn, consulted.call).legs.find(({ id }) => id === consulted.leg) ?? own.leg;
  const [waiting] = own.others;
  const rings = activity.kind === 'offering' || activity.kind === 'queue-wait';
  if (rings && waiting !== undefined && own.others.length === 1) {
    told('done');
    handOver(turn, consulted, waiting);
    changeLeg(turn, waiting, { recall: own.by });
  } else if (activity.kind === 'talking' && consulted.leg !== own.here.leg) {
    const joining = othersIn(turn, consulted, activity.bridge);
    // The consulted person consults somebody else at the moment: nobody is there whom the others could talk with.
    if (joining.length === 0) return told('failed');
    told('done');
    if (consulted.call === own.here.call) joinLines(turn, own, activity.bridge, joining);
    else {
      const talk = { kind: 'talking', bridge: own.bridge, how: 'transfer', through: null } as const;
      for (const other of joining) adopt(turn, other, own.here.call, talk);
    }
  } else return told('failed');
  note(turn, own.here.call, 'talk', `Máy nhánh ${own.by} chuyển cuộc gọi sau khi hỏi ý kiến`);
  removeLeg(turn, own.here, own.by);
  removeLeg(turn, consulted, own.by);
}

/** Both lines of the phone are in one call: everybody goes on in the conversation, not in the consultation beside it, which nobody records. */
function joinLines(turn: Turn, own: OwnTalk, bridge: BridgeId, others: readonly Here[]): void {
  const beside = callAt(turn, own.here.call).bridges.find(({ id }) => id === own.bridge)?.kind === 'consultation';
  const talk = { kind: 'talking', bridge: beside ? bridge : own.bridge, how: 'transfer', through: null } as const;
  for (const other of beside ? own.others : others) enter(turn, other, talk);
  for (const other of [...own.others, ...others]) {
    // The person who had left this very conversation to consult is back in it.
    if (legAt(turn, other).elsewhere === talk.bridge) changeLeg(turn, other, { elsewhere: null });
  }
}
