import { statfs } from 'node:fs/promises';

/** How much room the data folder has: `low` says that recordings will soon find none, `full` that they do not. */
export type DiskState = 'ok' | 'low' | 'full';

export interface DiskReport {
  readonly state: DiskState;
  /** Since when, in milliseconds since 1970. */
  readonly since: number;
  /** For people; '' where all is well. */
  readonly words: string;
  /** In bytes, as it was seen last. */
  readonly room?: { readonly free: number; readonly total: number };
}

const mebibyte = 1024 * 1024;
/** Below this PostgreSQL cannot begin another file of its log. */
const fullBelow = 32 * mebibyte;
/** An hour of ten recorded conversations. */
const lowBelow = 1_024 * mebibyte;
/** So much more must be free before a better word is believed: else it would change with every recording. */
const margin = 1.25;
const everyMs = 5_000;

/** What so many free bytes mean after what was so before. */
export function diskState(free: number, before: DiskState): DiskState {
  const isBelow = (limit: number, was: boolean) => free < (was ? limit * margin : limit);
  if (isBelow(fullBelow, before === 'full')) return 'full';
  return isBelow(lowBelow, before !== 'ok') ? 'low' : 'ok';
}

function wordsOf(state: DiskState, free: number): string {
  const left = `còn ${Math.floor(free / mebibyte).toLocaleString('vi-VN')} MB`;
  switch (state) {
    case 'ok':
      return '';
    case 'low':
      return `Đĩa của máy chủ sắp đầy (${left}): hãy giải phóng dung lượng, nếu không sắp tới sẽ không ghi âm được.`;
    case 'full':
      return `Đĩa của máy chủ đã đầy (${left}): cuộc gọi vẫn chạy nhưng không ghi âm được, lịch sử cuộc gọi có thể chậm.`;
    default:
      return state satisfies never;
  }
}

/** Looks now and then; `report` answers what was seen last. */
export async function watchDisk(
  folder: string,
  log: { warn(fields: object, message: string): void },
): Promise<{ report(): DiskReport; close(): void }> {
  let report: DiskReport = { state: 'ok', since: Date.now(), words: '' };
  const look = async (): Promise<void> => {
    const { bavail, blocks, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const state = diskState(free, report.state);
    if (state !== report.state) log.warn({ state, free }, 'the disk of the data folder');
    report = {
      state,
      since: state === report.state ? report.since : Date.now(),
      words: wordsOf(state, free),
      room: { free, total: blocks * bsize },
    };
  };
  await look();
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'the disk could not be looked at'));
  }, everyMs);
  return { report: () => report, close: () => clearInterval(timer) };
}
