import type { WrapUpRule, WrapUpRules } from '@alo/call-core';

import type { Rows } from '../routing-rows.ts';

type Own = { readonly wrap_up: 'company' | WrapUpRule['mode']; readonly wrap_up_seconds: number };

/** The rule of a queue's or ring group's own. A queue with neither mode nor seconds has none, as it was before there were modes. */
export function ownWrapUpOf({ wrap_up: mode, wrap_up_seconds: seconds }: Own): { readonly wrapUp?: WrapUpRule } {
  if (mode === 'company' || (mode === 'optional' && seconds === 0)) return {};
  return { wrapUp: { mode, seconds } };
}

/** The rules of the company; a direction that is not written up has none. */
export function wrapUpRulesOf({ system }: Pick<Rows, 'system'>): WrapUpRules {
  if (system === undefined) return {};
  const rule = (mode: WrapUpRule['mode'], seconds: number) => (mode === 'off' ? undefined : { mode, seconds });
  const inbound = rule(system.wrap_up_inbound, system.wrap_up_inbound_seconds);
  const outbound = rule(system.wrap_up_outbound, system.wrap_up_outbound_seconds);
  return { ...(inbound && { inbound }), ...(outbound && { outbound }) };
}
