import type { StrategyKind } from '../../board/queue-plan.ts';
import { fewestCalls } from './fewest-calls.ts';
import { linear } from './linear.ts';
import { longestIdle } from './longest-idle.ts';
import { random } from './random.ts';
import { ringAll } from './ring-all.ts';
import { roundRobin } from './round-robin.ts';
import { skills } from './skills.ts';
import type { Strategy } from './strategy.ts';
import { weighted } from './weighted.ts';

/** Every strategy by the name that plans use. */
export const strategies: Readonly<Record<StrategyKind, Strategy>> = {
  'ring-all': ringAll,
  'longest-idle': longestIdle,
  'fewest-calls': fewestCalls,
  'round-robin': roundRobin,
  random,
  weighted,
  linear,
  skills,
};
