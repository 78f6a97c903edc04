import type { ConsoleMistakeKind, RequestOf, tellConsoleMistake } from '@alo/contract';
import type { FastifyBaseLogger } from 'fastify';

import { hideNumbers } from '../../http/log.ts';
import { Problem } from '../../kernel/problem.ts';

const minuteMs = 60_000;
/** So many a minute are taken from one person, and from one network, however many people are behind it. */
const most = { person: 20, network: 100 } as const;

export interface ToldBy {
  readonly tenantId: string;
  readonly accountId: string;
  readonly network: string;
  readonly requestId: string;
}

/** Mistakes that consoles tell of themselves: each is a line of the log, and they are counted. */
export interface ConsoleMistakes {
  /** Refuses what is too much. */
  readonly take: (mistake: RequestOf<typeof tellConsoleMistake>['body'], by: ToldBy) => void;
  /** Since this process began. */
  readonly counts: () => Readonly<Record<ConsoleMistakeKind, number>>;
}

export function consoleMistakes({
  log,
  now = Date.now,
}: {
  log: Pick<FastifyBaseLogger, 'warn'>;
  now?: () => number;
}): ConsoleMistakes {
  const counts: Record<ConsoleMistakeKind, number> = { render: 0, script: 0, answer: 0 };
  /** How many came in this minute, by whom. */
  const taken = new Map<string, number>();
  let minute = 0;

  function spend(by: keyof typeof most, whose: string): void {
    const key = `${by} ${whose}`;
    const before = taken.get(key) ?? 0;
    if (before >= most[by]) throw Problem.tooManyRequests(Math.ceil(((minute + 1) * minuteMs - now()) / 1_000));
    taken.set(key, before + 1);
  }

  return {
    take({ kind, message, stack = '', page, build, request_id: about }, { tenantId, accountId, network, requestId }) {
      const current = Math.floor(now() / minuteMs);
      if (current !== minute) taken.clear();
      minute = current;
      spend('person', accountId);
      spend('network', network);
      counts[kind] += 1;
      log.warn(
        {
          tenant: tenantId,
          account: accountId,
          request: requestId,
          about,
          kind,
          message: hideNumbers(message),
          stack: hideNumbers(stack),
          page: hideNumbers(page),
          build,
        },
        'the console made a mistake',
      );
    },
    counts: () => ({ ...counts }),
  };
}
