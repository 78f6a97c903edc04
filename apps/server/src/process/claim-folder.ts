import type { Config } from '../config.ts';
import { FolderInUse, type FolderLock } from '../kernel/folder-lock.ts';
import { hasLeftoverEngine, isAnswered } from './engine-address.ts';
import { hasSameRoles, hasServer, takeRoles } from './roles-in-folder.ts';

/** What came of a try to have a data folder. */
export type ClaimResult =
  | { readonly is: 'claimed' }
  | { readonly is: 'held'; readonly pid: string; readonly hasOurRoles: boolean }
  | { readonly is: 'left-over' };

/** A keeper's claim of its roles in a data folder: tried until it is had, and given up at the end. */
export function folderClaim({ dataFolder, roles }: Pick<Config, 'dataFolder' | 'roles'>, doorPath: string) {
  let lock: FolderLock | undefined;

  async function release(): Promise<void> {
    await lock?.release();
    lock = undefined;
  }

  return {
    release,
    async tryIt(): Promise<ClaimResult> {
      try {
        lock ??= await takeRoles(dataFolder, 'keeper', roles);
      } catch (error) {
        if (!(error instanceof FolderInUse)) throw error;
        const [pid = ''] = error.holder.split(' ');
        return { is: 'held', pid, hasOurRoles: hasSameRoles(error, roles) };
      }
      // A keeper of 1.0 has no lock, and a door all the same.
      if (await isAnswered(doorPath)) {
        await release();
        return { is: 'held', pid: '', hasOurRoles: true };
      }
      const servers = await Promise.all(roles.map((role) => hasServer(dataFolder, role)));
      const engine = roles.includes('telephony') && (await hasLeftoverEngine(dataFolder));
      return { is: engine || servers.includes(true) ? 'left-over' : 'claimed' };
    },
  };
}
