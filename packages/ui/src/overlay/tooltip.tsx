import { cloneElement, type ReactElement, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';

import { Hint } from './floating-parts.ts';
import type { HintProps } from './floating-props.ts';
import styles from './overlay.module.css';

/** What has a hint. */
export type HintTarget = ReactElement<{ 'aria-describedby'?: string | undefined }>;

/** How long something is pointed at before its hint is shown, in milliseconds. */
const openDelay = 350;

/**
 * A hint shown on hover and focus; the child must have a name of its own. `quietFocus` where the child is focused by itself,
 * and a hint that nobody asked for would cover what stands there.
 */
export function Tooltip({
  hint,
  side = 'bottom',
  quietFocus = false,
  children,
}: {
  hint: ReactNode;
  side?: HintProps['side'];
  quietFocus?: boolean;
  children: HintTarget;
}) {
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was pointed at; kept afterwards, so that its hint can fade. */
  const [by, setBy] = useState<HTMLElement>();
  const [shown, setShown] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = ({ currentTarget }: { currentTarget: HTMLElement }, after: number) => {
    const child = currentTarget.firstElementChild;
    if (timer.current !== undefined || !isHtml(child)) return;
    setBy(child);
    timer.current = setTimeout(() => setShown(true), after);
  };
  const hide = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setShown(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears what happens to its child; it has no box of its own
    <span
      className={styles.hinted}
      // Not "enter": what comes up under a mouse that rests was not pointed at.
      onPointerMove={(event) => {
        if (event.pointerType !== 'touch') show(event, openDelay);
      }}
      onPointerLeave={hide}
      onFocus={(event) => {
        if (!quietFocus && event.target.matches(':focus-visible')) show(event, 0);
      }}
      onBlur={hide}
    >
      {cloneElement(children, { 'aria-describedby': shown ? id : undefined })}
      {by && (
        <Suspense fallback={null}>
          <Hint id={id} shown={shown} by={by} side={side}>
            {hint}
          </Hint>
        </Suspense>
      )}
    </span>
  );
}

/** Also one that was made in another window of the page's, where elements are of another kind. */
const isHtml = (element: Element | null): element is HTMLElement => element !== null && 'offsetWidth' in element;
