import { State } from '@alo/ui';
import type { ReactNode } from 'react';

import { explain } from '../../kit/api/problem.ts';
import { isDeadLink } from './use-opened.ts';

/** A link that does not open: for good, with what to do then in `children`; or not at this moment, which is called `unopened`. */
export function DeadLink({ error, unopened, children }: { error: unknown; unopened: string; children: ReactNode }) {
  if (isDeadLink(error)) {
    return (
      <State drawing="lost" title="Liên kết này không còn mở được">
        {children}
      </State>
    );
  }
  const { text, code } = explain(error);
  return (
    <State drawing="error" title={unopened} code={code}>
      {text}
    </State>
  );
}
