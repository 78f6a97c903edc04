import type { TenantId } from '@alo/call-core';
import { hasCarrierRoom, type TrunkProvision } from '@alo/engine';
import type { Exchange } from './exchange.ts';

/** May the tenant have one more call over this trunk, as far as its carrier is one that tenants share? */
export function carrierRoom(
  { calls, directory }: Pick<Exchange, 'calls' | 'directory'>,
  tenant: TenantId,
  { carrier }: Pick<TrunkProvision, 'carrier'>,
): boolean {
  if (carrier === undefined) return true;
  const { id } = carrier;
  return hasCarrierRoom(carrier, tenant, { used: calls.channelsOf(id), floors: directory.floorsOf(id) });
}
