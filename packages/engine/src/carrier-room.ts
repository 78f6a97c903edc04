import type { TenantId } from '@alo/call-core';
import type { CarrierPart } from './port.ts';

/**
 * Is there a channel for one more call of a tenant on a carrier that tenants share? Those that others are guaranteed and do not use stay free for
 * them; the rest is for who comes first.
 */
export function hasCarrierRoom(
  { channels, floor }: CarrierPart,
  tenant: TenantId,
  { used, floors }: { readonly used: ReadonlyMap<TenantId, number>; readonly floors: ReadonlyMap<TenantId, number> },
): boolean {
  const usedBy = (one: TenantId) => used.get(one) ?? 0;
  let taken = 0;
  for (const legs of used.values()) taken += legs;
  if (taken >= channels) return false;
  if (usedBy(tenant) < floor) return true;
  let kept = 0;
  for (const [other, theirs] of floors) if (other !== tenant) kept += Math.max(0, theirs - usedBy(other));
  return taken + kept < channels;
}
