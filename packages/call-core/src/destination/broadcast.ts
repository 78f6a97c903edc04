import { sayMessage } from '../activity/broadcast.ts';
import type { DestinationKind } from './kind.ts';

/** Whoever was called hears what they were called for. */
export const broadcastDestination: DestinationKind<'broadcast'> = {
  named: () => 'phát thông điệp',
  visit: (turn, here, wanted) => sayMessage(turn, here, wanted),
};
