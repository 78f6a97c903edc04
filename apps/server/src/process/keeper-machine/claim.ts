import type { Action, Claiming, KeeperEvent, KeeperOptions, KeeperState, Step } from './state.ts';
import { words } from './words.ts';

const againMs = 500;
/** So much longer than calls have to end by themselves a process may need to end in order. */
const patienceMs = 60_000;

export const firstClaim = (at: number): Step => ({
  state: { is: 'claiming', since: at, hasSaid: false },
  actions: [{ do: 'claim' }],
});

/** What becomes of a keeper that wants its folder; `keep` is its life once it has it. */
export function claimStep(state: Claiming, event: KeeperEvent, { drainMs }: KeeperOptions, keep: () => Step): Step {
  const stay: Step = { state, actions: [] };
  switch (event.is) {
    case 'claimed':
      return state.is === 'claiming' ? keep() : stay;
    case 'held':
      if (state.is !== 'claiming') return stay;
      if (!event.hasOurRoles) return over(1, words.otherRoles(event.pid));
      return { state: { ...state, is: 'asking' }, actions: [{ do: 'ask-holder' }] };
    case 'left-over':
      return state.is === 'claiming' ? wait(words.leftOver) : stay;
    case 'answered':
      if (state.is !== 'asking') return stay;
      if (event.outcome === 'handed-over') return over(0, event.line);
      if (event.outcome === 'refused') return over(1, event.line);
      return wait(event.line);
    case 'unanswered':
      return state.is === 'asking' ? wait(words.holderSilent) : stay;
    case 'time':
      if (event.timer !== 'claim' || state.is !== 'waiting') return stay;
      return { state: { ...state, is: 'claiming' }, actions: [{ do: 'claim' }] };
    case 'told':
      return over(0);
    default:
      return stay;
  }

  function wait(line: string): Step {
    if (event.at - state.since > drainMs + patienceMs) return over(1, words.waitedInVain(line));
    const actions: Action[] = state.hasSaid ? [] : [{ do: 'say', line: words.waits(line) }];
    return {
      state: { ...state, is: 'waiting', hasSaid: true },
      actions: [...actions, { do: 'set', timer: 'claim', ms: againMs }],
    };
  }
}

export function over(code: number, line?: string): Step {
  const state: KeeperState = { is: 'over' };
  return { state, actions: [{ do: 'exit', code, ...(line === undefined ? {} : { line }) }] };
}
