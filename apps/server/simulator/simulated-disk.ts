import type { Disk, DiskFile } from '../src/telephony/disk.ts';
import type { Mistake } from './mistake.ts';
import type { Random } from './random.ts';
import type { Life, VirtualTime } from './virtual-time.ts';

/** A file: what programs read, and how much of it a power cut leaves. */
type Inode = { text: string; synced: string };

/** What a disk does for a while. */
export type DiskMood = 'well' | 'slow' | 'full' | 'failing';

/** A machine's disk: it outlives processes, and what was not synced it may lose when the power fails. */
export interface SimulatedDisk {
  mood: DiskMood;
  /** As whoever waits for it has it: slow, too, while anything is not done that it began slowly. */
  readonly state: DiskMood;
  /** Told when somebody begins to write a snapshot. */
  onSnapshot: () => void;
  /** The disk as a process sees it: what it waits for never comes once it is dead. */
  of(life: Life): Disk;
  powerFails(): void;
  /** For whoever reads afterwards, without waiting. */
  asItIs(): Disk;
  /** What is there, for whoever looks afterwards. */
  readonly files: ReadonlyMap<string, Inode>;
}

/** `mistake`: as if the product made it; for tests of the simulator itself. */
export function simulatedDisk(time: VirtualTime, random: Random, mistake?: Mistake): SimulatedDisk {
  const lies = mistake === 'no-sync';
  let entries = new Map<string, Inode>();
  let syncedEntries = new Map<string, Inode>();
  let slowUntil = 0;
  const machine: SimulatedDisk = {
    mood: 'well',
    of,
    powerFails,
    files: entries,
    onSnapshot: () => undefined,
    get state() {
      return machine.mood === 'well' && time.now < slowUntil ? 'slow' : machine.mood;
    },
    asItIs: () => diskOf(null, async () => undefined),
  };
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

  function powerFails(): void {
    const left = new Map<string, Inode>();
    for (const path of new Set([...syncedEntries.keys(), ...entries.keys()])) {
      const known = syncedEntries.get(path);
      const fresh = entries.get(path);
      // A name that was not synced may be there or not.
      const inode = known !== fresh && fresh !== undefined && random.chance(0.5) ? fresh : known;
      if (inode !== undefined) left.set(path, inode);
    }
    for (const inode of new Set(left.values())) {
      const rest = inode.text.startsWith(inode.synced) ? inode.text.slice(inode.synced.length) : '';
      // Of what was not synced some may have come to the disk, cut off anywhere.
      inode.text = inode.synced + (random.chance(0.5) ? '' : rest.slice(0, random.between(0, rest.length)));
      inode.synced = inode.text;
    }
    entries.clear();
    for (const [path, inode] of left) entries.set(path, inode);
    syncedEntries = new Map(left);
    machine.mood = 'well';
    slowUntil = 0;
  }

  function of(life: Life): Disk {
    return diskOf(life, () => {
      const ms = machine.mood === 'slow' ? random.between(200, 4_000) : random.between(0, 2);
      if (machine.mood === 'slow') slowUntil = Math.max(slowUntil, time.now + ms);
      return time.wait(ms, life);
    });
  }

  function diskOf(life: Life | null, taken: () => Promise<void>): Disk {
    function refuse(): void {
      if (machine.mood === 'full')
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      if (machine.mood === 'failing' && random.chance(0.7))
        throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    }

    function fileOf(inode: Inode): DiskFile {
      let comesAt = 0;
      return {
        async append(text) {
          // Whoever does not wait for the write is told that it is done, and it comes a moment later.
          if (mistake === 'acts-first' && text.includes('"event"')) {
            comesAt = Math.max(comesAt, time.now + random.between(100, 2_000));
            time.after(comesAt - time.now, () => void (inode.text += text), life);
            return;
          }
          await taken();
          try {
            refuse();
          } catch (error) {
            // A write can fail half-way.
            if (random.chance(0.5)) inode.text += text.slice(0, random.between(0, text.length - 1));
            throw error;
          }
          inode.text += text;
          // It is there, and whoever wrote it does not know yet: here a crash is the one between writing and acting.
          await time.wait(random.between(0, 1), life);
        },
        async overwrite(text) {
          await taken();
          refuse();
          inode.text = text + inode.text.slice(text.length);
        },
        async sync() {
          const text = inode.text;
          await taken();
          refuse();
          if (!lies)
            inode.synced =
              text.length > inode.synced.length || !inode.text.startsWith(inode.synced) ? text : inode.synced;
        },
        async close() {
          await taken();
        },
      };
    }

    return {
      makeFolder: taken,
      async list(folder) {
        await taken();
        return [...entries.keys()]
          .filter((path) => folderOf(path) === folder)
          .map((path) => path.slice(folder.length + 1));
      },
      async read(path) {
        await taken();
        return entries.get(path)?.text ?? null;
      },
      async open(path, how) {
        await taken();
        const there = entries.get(path);
        if (there !== undefined && how === 'append') return fileOf(there);
        refuse();
        const inode = { text: '', synced: '' };
        entries.set(path, inode);
        if (path.includes('.snapshot')) machine.onSnapshot();
        return fileOf(inode);
      },
      async rename(from, to) {
        await taken();
        const inode = entries.get(from);
        if (inode === undefined) throw new Error(`ENOENT: ${from}`);
        entries.delete(from);
        entries.set(to, inode);
      },
      async remove(path) {
        await taken();
        entries.delete(path);
      },
      async removeFolder(folder) {
        await taken();
        for (const path of entries.keys()) if (path.startsWith(`${folder}/`)) entries.delete(path);
      },
      async syncFolder(folder) {
        await taken();
        refuse();
        if (lies) return;
        for (const path of syncedEntries.keys())
          if (folderOf(path) === folder && !entries.has(path)) syncedEntries.delete(path);
        for (const [path, inode] of entries) if (folderOf(path) === folder) syncedEntries.set(path, inode);
      },
    };
  }
  return machine;
}
