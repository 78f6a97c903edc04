import { cloneElement, type ReactElement, type Ref, Suspense, useEffect, useId, useRef } from 'react';

import { Panel, useMade } from './floating-parts.ts';
import type { AnchoredProps } from './floating-props.ts';

/** A button as what opens something; it must take a ref. */
export type Opener = ReactElement<{
  ref?: Ref<HTMLElement>;
  onClick?: () => void;
  id?: string;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
  'aria-controls'?: string | undefined;
}>;

/** A panel by a button, and the button, which says whether it is open. */
export function Anchored({ target, ...props }: Omit<AnchoredProps, 'id' | 'button'> & { target: Opener }) {
  const { opened, popup, onChange } = props;
  const button = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    if (!opened) return;
    const opener = button.current;
    // The panel listens where the focus is in it, which it is a moment after it is seen.
    const close = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onChange(false);
    };
    opener?.addEventListener('keydown', close);
    return () => opener?.removeEventListener('keydown', close);
  }, [opened, onChange]);
  return (
    <>
      {cloneElement(target, {
        ref: button,
        'aria-haspopup': popup,
        'aria-expanded': opened,
        // As the kit names its parts.
        ...(popup === 'dialog' && { id: `${id}-target`, 'aria-controls': opened ? `${id}-dropdown` : undefined }),
      })}
      {useMade(opened) && (
        <Suspense fallback={null}>
          <Panel id={id} button={button} {...props} />
        </Suspense>
      )}
    </>
  );
}
