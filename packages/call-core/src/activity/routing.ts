import type { ActivityKind } from '../turn/turn.ts';

/** On the way from one destination to the next; no event finds a leg here. */
export const routing: ActivityKind<'routing'> = { stage: 'waiting', said: () => 'Đang định tuyến' };
