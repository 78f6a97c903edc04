import { ends } from '../board/next.ts';
import type { DestinationKind } from './kind.ts';

/** The end of the way. */
export const hangUpDestination: DestinationKind<'hang-up'> = {
  named: () => 'kết thúc cuộc gọi',
  visit: (_turn, _here, { cause }) => ends(cause),
};
