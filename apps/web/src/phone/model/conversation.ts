import type { MyCall, RingingCall } from '@alo/contract';
import type { Call, Party } from '@alo/softphone';

/** Conversations and what rings, as the switchboard has them. */
interface MyCalls {
  readonly data: readonly MyCall[];
  readonly ringing: readonly RingingCall[];
}

/** The conversation that a call of this phone is in by now: people are sent on, and lines are moved. Undefined until it is told. */
export function conversationOf(call: Call, { data }: Pick<MyCalls, 'data'>): MyCall | undefined {
  if (call.status === 'idle') return undefined;
  if (call.conversation !== null) return called(data, call.conversation);
  // Asterisk tells a phone that begins a call no name of it: where one has a single conversation, that is it.
  return call.status === 'connected' && data.length === 1 ? data[0] : undefined;
}

/** What rings here, as the switchboard has it. */
export const ringingOf = (call: Call, { ringing }: Pick<MyCalls, 'ringing'>): RingingCall | undefined =>
  call.status === 'incoming' && call.conversation !== null ? called(ringing, call.conversation) : undefined;

/** A line that was moved is known to its phone by the call that it was begun in, which may go on with others. */
const called = <One extends Pick<MyCall, 'id' | 'known_as'>>(calls: readonly One[], name: string): One | undefined =>
  calls.find(({ known_as: names }) => names.includes(name)) ?? calls.find(({ id }) => id === name);

/** Those who talk with one; nobody where one consults or supervises. */
export const othersIn = (conversation: MyCall | undefined): MyCall['parties'] =>
  conversation === undefined || conversation.consulting || conversation.supervising !== null
    ? []
    : conversation.parties.filter(({ state }) => state !== 'ringing');

/** With whom one talks by now: somebody else than the call began with, where they were sent on, have left, or wait while one consults. */
export function partyNow(call: Call, conversation: MyCall | undefined): Party | null {
  if (call.status === 'idle') return null;
  const there = conversation?.consulting === true ? conversation.parties : othersIn(conversation);
  const [other, ...more] = call.status === 'connected' ? there : [];
  return other === undefined || more.length > 0 ? call.party : { number: other.number, name: other.name };
}

/** The number of the other end, by the phone's own name of each call; of whom one is asked about in one, too. */
export function numbersIn(
  calls: readonly Call[],
  told: Pick<MyCalls, 'data'>,
  card: { readonly session: string; readonly party: Party } | null,
): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  for (const call of calls) {
    const party = partyNow(call, conversationOf(call, told));
    if (call.status !== 'idle' && party !== null) numbers.set(call.id, party.number);
  }
  const other = card === null ? undefined : numbers.get(card.session);
  if (card !== null && other !== undefined && other !== card.party.number) {
    numbers.set(`about ${card.session}`, card.party.number);
  }
  return numbers;
}
