import type { VoiceTimes as VoiceSummary } from '@alo/contract';

import type { VoiceTimes } from '../kernel/recorded-voices.ts';
import { percent } from './call-counts.ts';

/** As it is told of a call: the caller's side is the left one. */
export function voiceSummary(
  { left_ms: left, right_ms: right, ...times }: VoiceTimes,
  direction: string,
): VoiceSummary {
  const spoken = left + right;
  return {
    agent_percent: percent(direction === 'inbound' ? right : left, spoken),
    overtalk_percent: percent(times.both_ms, spoken - times.both_ms),
    dead_air_seconds: Math.round(times.silent_ms / 1_000),
    longest_silence_seconds: Math.round(times.longest_silent_ms / 1_000),
  };
}
