import type { EngineStatus } from '@alo/engine';
import type { FastifyInstance } from 'fastify';

import { Problem } from '../kernel/problem.ts';

/** What the server is made of, for those who watch it. */
export interface Health {
  /** Rejects while the database does not answer. */
  readonly db: { ping(): Promise<void> };
  /** The telephony engine; while it starts or is down nobody can be called, so the server is not ready. */
  readonly engineStatus: () => EngineStatus;
  /** So long it has not been `up`, in milliseconds; 0 where it is. */
  readonly engineAwayMs?: () => number;
  /** Another process runs the calls by this one's name: this one has none. */
  readonly isFollowed?: () => boolean;
  /** The operator drains it, and all its companies run on other machines by now. */
  readonly isEmptied?: () => boolean;
  /** No new calls: it ends when those that there are have ended. */
  readonly isDraining: () => boolean;
  /** What is wrong with the disk, in words; '' where nothing is. */
  readonly diskWords: () => string;
  readonly historyBehind?: () => HistoryBehind;
}

/** What happened in calls and is not in the history. */
export interface HistoryBehind {
  /** How long the oldest of it waits, in milliseconds. */
  readonly lagMs: number;
  /** So many rows the database refuses for what is in them, and the disk has no room to set them aside. */
  readonly refused: number;
}

const secondsUntilBack = 5;
const upToDate: HistoryBehind = { lagMs: 0, refused: 0 };

const routes = { alive: '/healthz', ready: '/readyz' } as const;
/** Rows are tried again for so long before anybody need look at it. */
const longHistoryLagMs = 60_000;
function historyWords({ lagMs, refused }: HistoryBehind): string {
  if (refused > 0)
    return `Cơ sở dữ liệu từ chối ${refused} dòng lịch sử cuộc gọi, và ổ đĩa không nhận để lưu riêng: chúng được giữ trong nhật ký, các dòng khác vẫn được ghi.`;
  if (lagMs < longHistoryLagMs) return '';
  return `Cơ sở dữ liệu không nhận lịch sử cuộc gọi đã ${Math.floor(lagMs / 60_000)} phút: cuộc gọi vẫn chạy, và được giữ lại để ghi sau.`;
}
const followedWords =
  'Một tiến trình khác cùng tên đang chạy các cuộc gọi: tiến trình này không có cuộc gọi nào cho tới khi nó dừng (ALO_NODE).';
const emptiedWords =
  'Máy này đã được rút (node drain), mọi công ty đã chuyển sang máy khác: nâng cấp hoặc tắt máy, rồi nhận lại bằng node resume.';
const busyWords = 'Máy chủ đang quá tải: một số yêu cầu bị từ chối trong chốc lát.';

export const isHealthRoute = (url: string | undefined): boolean => url === routes.alive || url === routes.ready;

/**
 * `/healthz`: the process answers. `/readyz`: it can serve (`degraded`: not everything, its `words` say what); 503 where the
 * database does not answer, it is stopping, followed by another process or drained of all companies, and where the engine is not there, with how
 * long that has been so. Both answer whatever the load.
 */
export function serveHealth(
  app: FastifyInstance,
  {
    db,
    engineStatus,
    engineAwayMs = () => 0,
    isDraining,
    diskWords,
    historyBehind = () => upToDate,
    isFollowed = () => false,
    isEmptied = () => false,
  }: Health,
  isLate: () => boolean,
): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // What comes while we go is asked again of the next server.
  app.addHook('onRequest', (_request, _reply, done) => {
    done(closing ? Problem.unavailable(secondsUntilBack) : undefined);
  });
  app.get(routes.alive, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get(routes.ready, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const database = await db.ping().then(
      () => 'up' as const,
      (error: unknown) => {
        request.log.warn({ err: error }, 'database not ready');
        return 'down' as const;
      },
    );
    const stopping = closing || isDraining();
    const followed = isFollowed();
    const emptied = isEmptied();
    const ready = database === 'up' && engineStatus() === 'up' && !stopping && !followed && !emptied;
    if (!ready) reply.code(503).header('retry-after', 1);
    // Calls go on without room for recordings: that is worth a word, and no reason to send people elsewhere.
    const words = [
      followed ? followedWords : '',
      emptied ? emptiedWords : '',
      diskWords(),
      historyWords(historyBehind()),
      isLate() ? busyWords : '',
    ]
      .filter(Boolean)
      .join(' ');
    const status = ready ? (words === '' ? 'ready' : 'degraded') : 'not ready';
    const awaySeconds = Math.floor(engineAwayMs() / 1_000);
    return {
      status,
      database,
      engine: engineStatus(),
      ...(awaySeconds === 0 ? {} : { engine_away_seconds: awaySeconds }),
      stopping,
      ...(words === '' ? {} : { words }),
    };
  });
}
