import type { Db } from '../src/db/database.ts';
import { type Claim, leaseStore } from '../src/telephony/lease/lease-store.ts';

/** The claim of a process that begins by this name, and does not end within the test. */
export async function testClaim(db: Db, holder: string): Promise<Claim> {
  const begun = await leaseStore(db).begin({ holder, place: 'here' }, 600_000);
  if (!('epoch' in begun)) throw new Error(`A process of another place has the name ${holder}.`);
  return { holder, epoch: begun.epoch };
}
