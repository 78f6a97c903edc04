import { type CallLimits, plainLimits } from '@alo/call-core';
import { type CallLimitsBody, callLimits } from '@alo/contract';

/** A company's limits as call control reads them; what it has not chosen is plain. */
export function limitsOf(stored: unknown): CallLimits {
  const chosen = limitsBody(stored);
  const { alarm } = chosen;
  return {
    calls: chosen.calls,
    callsPerSecond: chosen.calls_per_second,
    extensionCalls: chosen.extension_calls,
    extensionCallsPerSecond: chosen.extension_calls_per_second,
    open: chosen.open,
    homeArea: chosen.home_area,
    costlyHours: chosen.costly_hours,
    costlyMinutesPerDay: chosen.costly_minutes_per_day,
    costlyMinutesPerCall: chosen.costly_minutes_per_call,
    ...(chosen.spend_per_day === null ? {} : { spend: { prices: chosen.prices, perDay: chosen.spend_per_day } }),
    alarm: {
      costlyCalls: alarm.costly_calls,
      repeatedCalls: alarm.repeated_calls,
      costlyMinutes: alarm.costly_minutes,
      night: alarm.night,
      stopMinutes: alarm.stop_minutes,
    },
    ...(chosen.asks_who_refuses ? { asksWhoRefuses: true as const } : {}),
  };
}

/** The same as the API shows them. What cannot be read any more counts as not chosen. */
export function limitsBody(stored: unknown): CallLimitsBody {
  const chosen = callLimits.partial().safeParse(stored ?? {});
  return callLimits.parse({ ...plain, ...(chosen.success ? chosen.data : {}) });
}

const { alarm } = plainLimits;
const plain = {
  calls: plainLimits.calls,
  calls_per_second: plainLimits.callsPerSecond,
  extension_calls: plainLimits.extensionCalls,
  extension_calls_per_second: plainLimits.extensionCallsPerSecond,
  open: plainLimits.open,
  home_area: plainLimits.homeArea,
  costly_hours: plainLimits.costlyHours,
  costly_minutes_per_day: plainLimits.costlyMinutesPerDay,
  costly_minutes_per_call: plainLimits.costlyMinutesPerCall,
  prices: {},
  spend_per_day: null,
  alarm: {
    costly_calls: alarm.costlyCalls,
    repeated_calls: alarm.repeatedCalls,
    costly_minutes: alarm.costlyMinutes,
    night: alarm.night,
    stop_minutes: alarm.stopMinutes,
  },
  asks_who_refuses: true,
};
