import { testEcho } from '../activity/echo-test.ts';
import { note } from '../turn/turn.ts';
import type { DestinationKind } from './kind.ts';

/** Whoever comes here hears themselves. */
export const echoTestDestination: DestinationKind<'echo-test'> = {
  named: () => 'nghe thử đường truyền',
  visit(turn, here) {
    note(turn, here.call, 'destination', 'Nghe thử đường truyền');
    return testEcho(turn, here);
  },
};
