import type { Bridge } from '../board/call.ts';
import type { CallId, Member } from '../board/vocabulary.ts';
import { away, membersOf, present } from './bridges.ts';
import { settleClock, waitsInTalk } from './call-clock.ts';
import { holdMusic } from './hold-music.ts';
import { play, stopPlaying } from './legs.ts';
import { hearsAlong, settleNotice } from './recording-notice.ts';
import { settleRecording } from './recordings.ts';
import { settleSegments } from './segments.ts';
import { followAgents } from './supervision.ts';
import { amend, callAt, legAt, liveLegs, perform, type Turn } from './turn.ts';

/**
 * Makes true what follows from what the legs of a call are doing: who hears whom, who hears music or that it is recorded meanwhile, what is
 * recorded, whose time runs. Asked once at the end of a turn; nobody else bridges, starts music or opens a segment.
 */
export function settleTalk(turn: Turn, call: CallId): void {
  followAgents(turn, call);
  settleNotice(turn, call);
  for (const bridge of callAt(turn, call).bridges) settleBridge(turn, call, bridge);
  settleRecording(turn, call);
  settleMusic(turn, call);
  settleSegments(turn, call);
  settleClock(turn, call);
}

function settleBridge(turn: Turn, id: CallId, bridge: Bridge): void {
  const call = callAt(turn, id);
  const members = membersOf(call, bridge.id);
  const isAsked = sameMembers(members, bridge.asked);
  if (!isAsked) perform(turn, id, { type: 'bridge', bridge: bridge.id, members });
  if (present(call, bridge.id).length === 0 && away(call, bridge.id).length === 0) {
    amend(turn, id, { bridges: call.bridges.filter((other) => other.id !== bridge.id) });
  } else if (!isAsked) {
    amend(turn, id, {
      bridges: call.bridges.map((other) => (other.id === bridge.id ? { ...other, asked: members } : other)),
    });
  }
}

function sameMembers(one: readonly Member[], other: readonly Member[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ leg, hears, channel, offRecord }, index) => {
      const member = other[index];
      return (
        member?.leg === leg &&
        member.channel === channel &&
        member.offRecord === offRecord &&
        member.hears.length === hears.length &&
        member.hears.every((heard, place) => heard === hears[place])
      );
    })
  );
}

/** A party in a conversation that hears nobody hears music: on hold, or while the other side consults somebody. */
function settleMusic(turn: Turn, id: CallId): void {
  for (const { id: leg, activity } of liveLegs(callAt(turn, id))) {
    if (activity.kind !== 'talking') continue;
    const here = { call: id, leg };
    const { playing } = legAt(turn, here);
    const waits = waitsInTalk(callAt(turn, id), legAt(turn, here));
    if (waits && playing === null) play(turn, here, holdMusic(turn, id), true);
    if (!waits && playing !== null && !hearsAlong(callAt(turn, id), legAt(turn, here))) stopPlaying(turn, here);
  }
}
