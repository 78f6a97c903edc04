import { claimStep } from './claim.ts';
import { keepStep, startKeeping } from './keep.ts';
import type { KeeperEvent, KeeperOptions, KeeperState, Launch, Step } from './state.ts';

export { firstClaim } from './claim.ts';

/**
 * What a keeper does about what happens to it: a state and an event lead to the next state, and to what is to be done to get there. It
 * looks at nothing and does nothing by itself; the table is in ../README.md.
 */
export function keeperStep(
  state: KeeperState,
  event: KeeperEvent,
  options: KeeperOptions & { launch: Launch; pid: number },
): Step {
  switch (state.is) {
    case 'over':
      return { state, actions: [] };
    case 'keeping':
      return keepStep(state, event, options);
    default:
      return claimStep(state, event, options, () => startKeeping(options, event.at));
  }
}
