import type { Call } from '../board/call.ts';
import type { Command } from '../board/command.ts';
import type { CallId, Digit, LegEvent } from '../board/vocabulary.ts';
import type { Rehearsal } from '../seen/rehearsal.ts';
import type { Desk } from './desk.ts';

type Happening<E = LegEvent> = E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never;

const answersAfterMs = 3_000;
const playMs = 1_000;
const mostMs = 3 * 3_600_000;

/**
 * Has a rehearsal happen for real, among whatever goes on at the desk: phones and people do what it says they would, until somebody
 * answers or the call is over, or for as long as a rehearsal lasts. Answers the call.
 */
export function realCall(desk: Desk, rehearsal: Rehearsal, happens: () => void = () => undefined): Call {
  const { from, dialled, people, outside } = rehearsal;
  const begun = desk.now;
  const due: { readonly at: number; readonly happens: () => void }[] = [];
  const keys = [...rehearsal.keys];
  const seen = desk.commands.length;
  let looked = seen;
  const call: CallId =
    from.kind === 'outside' ? desk.customerCalls(from.number, dialled) : desk.extensionCalls(from.extension, dialled);
  const caller = desk.leg('caller', call);
  let wasInterrupted = false;

  const soon = (ms: number, what: () => void) => {
    const at = desk.now + ms;
    const place = due.findIndex((other) => other.at > at);
    due.splice(place === -1 ? due.length : place, 0, { at, happens: what });
  };
  const to = (command: Extract<Command, { type: 'dial' | 'play' | 'record-message' }>, ms: number, what: Happening) =>
    soon(ms, () => desk.take({ ...what, call: command.call, leg: command.leg, at: desk.now }));

  function answerTo(command: Command): void {
    if (!('call' in command) || command.call !== call) return;
    if (command.type === 'dial') {
      const how = command.to.kind === 'extension' ? (people[command.to.extension] ?? 'answers') : outside;
      if (how === 'offline') return to(command, 0, { type: 'ended', cause: 'unreachable' });
      if (how === 'busy') return to(command, 0, { type: 'ended', cause: 'busy', sipCode: 486 });
      to(command, 0, { type: 'ringing' });
      if (how === 'declines') to(command, answersAfterMs, { type: 'ended', cause: 'rejected', sipCode: 603 });
      if (how === 'answers' || how === 'break') to(command, answersAfterMs, { type: 'answered' });
    }
    if (command.type === 'record-message') to(command, answersAfterMs, { type: 'ended', cause: 'normal' });
    if (command.type === 'ask') {
      const told = rehearsal.data?.(command.question);
      const { leg } = command;
      if (told !== undefined) soon(0, () => desk.take({ type: 'told', call, leg, told, at: desk.now }));
      return;
    }
    if (command.type !== 'play') return;
    const activity = desk.call(call).legs.find(({ id }) => id === command.leg)?.activity;
    if (activity?.kind === 'confirming') return to(command, playMs, { type: 'digit', digit: '1' });
    const asked = activity?.kind === 'menu' || activity?.kind === 'coding' || activity?.kind === 'survey';
    const pressed = asked && command.leg === caller ? keys.shift() : undefined;
    if (pressed === undefined) {
      if (!command.loop) to(command, playMs, { type: 'played', play: command.play });
      return;
    }
    // What no telephone has is not pressed.
    const digits = (pressed.match(/[0-9*#]/g) ?? []) as Digit[];
    for (const [index, digit] of digits.entries()) to(command, playMs + index, { type: 'digit', digit });
  }

  for (;;) {
    while (looked < desk.commands.length) {
      const command = desk.commands[looked];
      looked += 1;
      if (command !== undefined) answerTo(command);
    }
    const now = desk.call(call);
    if (now.stage === 'ended' || now.answer !== null) return now;
    const next = Math.min(due[0]?.at ?? Number.POSITIVE_INFINITY, desk.nextDue);
    if (next - begun > mostMs) return now;
    if (!wasInterrupted && next > begun) {
      wasInterrupted = true;
      happens();
    }
    const [first] = due;
    // Of one moment what phones do comes first where it was begun first; timers of the same moment are whole seconds away.
    if (first !== undefined && first.at < desk.nextDue) {
      due.shift();
      desk.now = first.at;
      first.happens();
    } else desk.wait((next - desk.now) / 1_000);
  }
}
