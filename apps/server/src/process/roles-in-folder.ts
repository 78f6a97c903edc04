import type { Config } from '../config.ts';
import { type FolderInUse, type FolderLock, isLocked, lockFolder } from '../kernel/folder-lock.ts';

type Role = Config['roles'][number];
/** Who has a role in a data folder: the keeper, which starts and ends what does it, or the server, which does it. */
type Holder = 'keeper' | 'server';

const partOf = (holder: Holder, role: Role): string => `${holder}-${role}`;

/** In an order of their own, so that the same roles are always written the same. */
const written = (roles: readonly Role[]): string => roles.toSorted().join(',');

/** Takes every one of these roles in a data folder for this process, or none. Rejects with `FolderInUse`. */
export async function takeRoles(dataFolder: string, holder: Holder, roles: readonly Role[]): Promise<FolderLock> {
  const taken: FolderLock[] = [];
  const release = async () => {
    for (const lock of taken) await lock.release();
  };
  try {
    for (const role of roles.toSorted()) taken.push(await lockFolder(dataFolder, partOf(holder, role), written(roles)));
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

/** Whether the process that has some role of ours has exactly ours; also where it went away meanwhile. */
export function hasSameRoles({ holder }: FolderInUse, roles: readonly Role[]): boolean {
  const [, itsRoles] = holder.split(' ');
  return itsRoles === undefined || itsRoles === written(roles);
}

/** Whether a server has this role there. */
export const hasServer = (dataFolder: string, role: Role): Promise<boolean> =>
  isLocked(dataFolder, partOf('server', role));

/** Where other starts reach the keeper of these roles. */
export const doorOf = (roles: readonly Role[]): string =>
  roles.length === 3 ? 'keeper.sock' : `keeper-${roles.toSorted().join('-')}.sock`;
