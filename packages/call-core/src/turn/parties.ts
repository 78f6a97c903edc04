import type { Attempt } from '../board/activity.ts';
import type { Call, Doer, Leg, Outside, Party } from '../board/call.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { Here, TrunkId } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { legAt, type Turn } from './turn.ts';

/** `máy nhánh 101 (Nguyễn Thị Lan)` */
export function extensionName(plan: RoutingPlan, extension: string): string {
  const name = lookUp(plan.extensions, extension)?.name;
  return name === undefined ? `máy nhánh ${extension}` : `máy nhánh ${extension} (${name})`;
}

/** A party in words that give no customer's number away. */
export function partyName(plan: RoutingPlan, party: Party): string {
  return party.kind === 'extension' ? extensionName(plan, party.extension) : 'số ngoài';
}

/** The name of a leg's party, for the beginning of a sentence about a conversation. */
export function sideName(turn: Turn, here: Here): string {
  const { party } = legAt(turn, here);
  return party.kind === 'extension' ? `Máy nhánh ${party.extension}` : 'Khách hàng';
}

/** One of ours on their mobile is who they are: their time counts as theirs, and they ask for things as at their desk. */
export function partyOf(plan: RoutingPlan, { to, number, of }: Attempt): Party {
  const over = to.kind === 'trunk' ? { trunk: to.trunk, ...shareOf(plan, to.trunk) } : undefined;
  if (over !== undefined && of === undefined) return { kind: 'outside', number, name: '', ...over };
  const extension = to.kind === 'extension' ? to.extension : (of ?? '');
  const name = lookUp(plan.extensions, extension)?.name ?? '';
  const outside = over === undefined ? {} : { outside: { number, ...over } };
  return { kind: 'extension', extension, name, ...outside };
}

/** A leg keeps the share that it takes a channel of: its trunk may be another carrier's, or none, before the leg is gone. */
export function shareOf(plan: RoutingPlan, trunk: TrunkId): { readonly share?: string } {
  const share = lookUp(plan.trunks, trunk)?.share;
  return share === undefined ? {} : { share: share.id };
}

/** The number outside that a leg has to do with. */
export const outsideOf = (party: Party): Outside | undefined => (party.kind === 'outside' ? party : party.outside);

/** The doer behind a leg. Somebody outside to whom a customer was forwarded stands for one of us. */
export function doerOf({ direction, caller }: Call, { id, party }: Leg): Doer {
  if (party.kind === 'extension') return { by: 'agent', extension: party.extension };
  return { by: direction === 'inbound' && id !== caller ? 'agent' : 'customer', extension: null };
}

export const bySystem: Doer = { by: 'system', extension: null };

export function doerByExtension(extension: string | null): Doer {
  return extension === null ? bySystem : { by: 'agent', extension };
}

/** The extension at a leg, '' for an outside party. */
export function extensionAt(leg: Leg | undefined): string {
  return leg?.party.kind === 'extension' ? leg.party.extension : '';
}
