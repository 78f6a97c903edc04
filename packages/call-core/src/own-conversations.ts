import type { SupervisionMode } from './activity/activity.ts';
import { type Board, personOf } from './board.ts';
import { bridgeOf, invited, present } from './bridges.ts';
import type { Call, Leg } from './call.ts';
import { getFrom } from './persistent-map.ts';
import { isLive } from './turn.ts';
import type { Through } from './vocabulary.ts';

/** A conversation as one of our people is in it, for the buttons of their call window. */
export type OwnConversation = {
  readonly call: Call;
  readonly through: Through | null;
  /** Who talks with them now, or is rung for them: while they consult, whom they consult. */
  readonly parties: readonly Leg[];
  /** They left the others for a while, to consult somebody. */
  readonly consulting: boolean;
  /** Those others. */
  readonly waiting: readonly Leg[];
  readonly recording: 'off' | 'on' | 'paused';
  /** They are there as a supervisor, of that party. */
  readonly supervising: { readonly mode: SupervisionMode; readonly agent: Leg } | null;
};

/** The conversations that the person at an extension is in, supervises, or calls somebody for; what rings at them is not among them. */
export function ownConversations(board: Board, extension: string): readonly OwnConversation[] {
  return personOf(board, extension).legs.flatMap(({ call: id, leg: legId }) => {
    const call = getFrom(board.calls, id);
    const leg = call?.legs.find((other) => other.id === legId);
    if (call === undefined || leg === undefined || !isLive(leg)) return [];
    const { activity, elsewhere } = leg;
    if (activity.kind !== 'talking' && activity.kind !== 'offering' && activity.kind !== 'supervising') return [];
    const others = (legs: readonly Leg[]) => legs.filter((other) => other.id !== leg.id && isHeard(other));
    const bridge = bridgeOf(activity);
    const rung = activity.kind === 'offering' ? call.legs.filter((other) => activity.ringing.includes(other.id)) : [];
    const there = bridge === null ? [] : [...others(present(call, bridge)), ...invited(call, bridge)];
    const agent = activity.kind === 'supervising' ? call.legs.find(({ id: its }) => its === activity.agent) : undefined;
    const recording = call.recordings.find(({ kind, state }) => kind === 'conversation' && state === 'running');
    return [
      {
        call,
        through: activity.kind === 'talking' ? activity.through : null,
        parties: [...rung, ...there.filter((other) => !rung.includes(other))],
        consulting: elsewhere !== null,
        waiting: elsewhere === null ? [] : others(present(call, elsewhere)),
        recording: recording?.state !== 'running' ? 'off' : recording.paused ? 'paused' : 'on',
        supervising: activity.kind !== 'supervising' || agent === undefined ? null : { mode: activity.mode, agent },
      },
    ];
  });
}

/** Whoever only listens or whispers is not shown to those who talk. */
const isHeard = ({ activity }: Leg): boolean => activity.kind !== 'supervising' || activity.mode === 'barge';
