import { type previewSetUp, type ResultOf, type Screen, screens, setUpChanges } from '@alo/contract';
import { focusGently, narrow } from '@alo/ui';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';

import type { Flow } from '../../domain/call-flow/flow.ts';
import { FlowList } from '../../domain/call-flow/flow-list.tsx';
import { Surface } from '../../resource/page/page.tsx';
import styles from './set-ups.module.css';

const FlowPicture = lazy(async () => ({
  default: (await import('../../domain/call-flow/flow-picture.tsx')).FlowPicture,
}));

/** What a set-up makes, and the way of a call by it; with what comes next above it. */
export function SetUpPreview({
  preview: { parts, flow },
  isMade,
  children,
}: {
  preview: ResultOf<typeof previewSetUp>;
  isMade: boolean;
  children: ReactNode;
}) {
  const still = useMemo(() => unopened(flow), [flow]);
  // It stands where the form was that had the focus.
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.closest('main')?.scrollTo(0, 0);
    focusGently(heading);
  }, []);
  const shown = { flow: still, onNode: nothing, onEdge: nothing };
  return (
    <div className={styles.preview}>
      <Surface padded>{children}</Surface>
      <div className={styles.halves}>
        <Surface padded>
          <section aria-label="Các phần của mẫu">
            <h2>{isMade ? 'Trong bản nháp' : 'Sẽ có trong bản nháp'}</h2>
            <ul className={styles.parts}>
              {parts.map(({ screen, id, name, words, change }) => (
                <li key={id}>
                  <small>
                    {/* The server names screens of the contract. */}
                    {screens[screen as Screen].label} · {setUpChanges[change]}
                  </small>
                  <strong>{name}</strong>
                  {words !== '' && <p>{words}</p>}
                </li>
              ))}
            </ul>
          </section>
        </Surface>
        <Surface>
          <section aria-label="Đường đi của cuộc gọi">
            <h2 className={styles.title}>Đường đi của cuộc gọi</h2>
            {matchMedia(narrow).matches ? (
              <FlowList {...shown} />
            ) : (
              <Suspense fallback={<div className={styles.waiting} />}>
                <FlowPicture {...shown} />
              </Suspense>
            )}
          </section>
        </Surface>
      </div>
    </div>
  );
}

/** The same, with nothing in it that could be opened: of what is only shown there are no rows. */
const unopened = ({ nodes, edges, cut }: Flow): Flow => ({
  nodes: nodes.map((node) => ({ ...node, id: '' })),
  edges: edges.map((edge) => ({ ...edge, field: '' })),
  cut,
});

const nothing = () => undefined;
