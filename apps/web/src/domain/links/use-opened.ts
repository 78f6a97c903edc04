import type { ConsoleConfig } from '@alo/contract';
import { useEffect, useState } from 'react';

import { type Api, createApi } from '../../kit/api/client.ts';
import { ApiProblem } from '../../kit/api/problem.ts';

/** The API for whoever has a link and is not signed in. */
export function useStrangersApi(config: ConsoleConfig): Api {
  const [api] = useState(() =>
    createApi({
      config,
      credentials: () => ({ token: undefined, tenantCode: undefined }),
      onExpired: () => undefined,
    }),
  );
  return api;
}

/** What a link opens, once it is there, or why it does not open; both may be put right later. `read` is asked once for each token. */
export function useOpened<T>(read: (token: string) => Promise<T>, token: string) {
  const [opened, setOpened] = useState<T>();
  const [trouble, setTrouble] = useState<unknown>();
  const [ask] = useState(() => read);
  useEffect(() => {
    let isHere = true;
    ask(token).then(
      (found) => isHere && setOpened(() => found),
      (error: unknown) => isHere && setTrouble(error),
    );
    return () => {
      isHere = false;
    };
  }, [ask, token]);
  return { opened, setOpened, trouble, setTrouble };
}

/** The link was withdrawn, has expired, or never was one. */
export const isDeadLink = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'dead_link';
