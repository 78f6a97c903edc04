import { Drawer, Modal, Popover, Tooltip } from '@mantine/core';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import '../theme/mantine.css';
import { classNames } from '../class-names.ts';
import type { AnchoredProps, HintProps, OverPageProps } from './floating-props.ts';
import styles from './overlay.module.css';

// The kit's floating parts, all in one chunk that comes after the first paint: see `floating-parts.ts`.

/** Opened one render after it was made: the kit looks at what has the focus when it hears of a change, not when it begins. */
function useOpenedAfterMade(opened: boolean): boolean {
  const [made, setMade] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is what this is for
  useLayoutEffect(() => setMade(true), []);
  return made && opened;
}

export function Panel({
  opened,
  button,
  popup,
  label,
  className,
  children,
  trapFocus = false,
  ...rest
}: AnchoredProps) {
  const panel = useRef<HTMLDivElement>(null);
  // One that is closed as soon as it is seen takes the focus while it goes, and the kit looks only before.
  const giveBack = () => {
    const now = document.activeElement;
    if (now === null || now === document.body || panel.current?.contains(now)) button.current?.focus();
  };
  const other = useOtherDocument(opened, button);
  useClickBeside(other, [button, panel], () => rest.onChange(false));
  return (
    <Popover
      opened={useOpenedAfterMade(opened)}
      withRoles={popup === 'dialog'}
      returnFocus
      onExitTransitionEnd={giveBack}
      classNames={{ dropdown: className ?? '' }}
      // The kit looks for what can have the focus up to the page's own body, and finds no end in another window.
      trapFocus={trapFocus && other === undefined}
      {...rest}
    >
      <Popover.Target>
        <StandIn for={button} />
      </Popover.Target>
      <Popover.Dropdown ref={panel} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** The document that a panel opens in, where that is not the page's: it may stand in another window. Undefined in the page. */
function useOtherDocument(opened: boolean, button: RefObject<HTMLElement | null>): Document | undefined {
  const [other, setOther] = useState<Document>();
  useLayoutEffect(() => {
    const own = button.current?.ownerDocument;
    // oxlint-disable-next-line react/set-state-in-effect -- where the button stands is known once it stands there
    setOther(opened && own !== document ? own : undefined);
  }, [opened, button]);
  return other;
}

/** The kit hears of clicks beside a panel in the page alone. */
function useClickBeside(
  other: Document | undefined,
  parts: readonly RefObject<HTMLElement | null>[],
  onClick: () => void,
): void {
  const clicked = useEffectEvent((event: Event) => {
    const path = event.composedPath();
    if (!parts.some(({ current }) => current !== null && path.includes(current))) onClick();
  });
  useEffect(() => {
    if (other === undefined) return;
    const hear = (event: Event) => clicked(event);
    const listening = new AbortController();
    for (const kind of ['mousedown', 'touchstart']) other.addEventListener(kind, hear, { signal: listening.signal });
    return () => listening.abort();
  }, [other]);
}

/** Gives the kit the button that is there already, where it would draw one. */
function StandIn({ for: button, ref }: { for: { readonly current: HTMLElement | null }; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') return void ref(button.current);
    if (ref) ref.current = button.current;
  }, [button, ref]);
  return null;
}

export const Hint = ({ shown, by, side, id, children }: HintProps) => (
  // Beside its child, so that it belongs to the same landmark; fixed, so that no scrolling parent cuts it off.
  <Tooltip
    id={id}
    opened={useOpenedAfterMade(shown)}
    target={by}
    label={children}
    position={side}
    withinPortal={false}
    floatingStrategy="fixed"
    classNames={{ tooltip: styles.tooltip ?? '' }}
  />
);

export const DialogOverPage = ({ opened, onClose, title, width, place, content, children }: OverPageProps) => (
  <Modal.Root
    opened={useOpenedAfterMade(opened)}
    onClose={onClose}
    classNames={{ content: styles.content ?? '' }}
    size={width}
    returnFocus={false}
    centered={place === 'middle'}
    yOffset="10dvh"
  >
    <Modal.Overlay className={styles.overlay} />
    {/* A class given here would reach the frame around it too. */}
    <Modal.Content ref={content}>
      <Modal.Body className={styles.body}>{children}</Modal.Body>
      <Head title={<Modal.Title className={styles.title}>{title}</Modal.Title>}>
        <Modal.CloseButton aria-label="Đóng" />
      </Head>
    </Modal.Content>
  </Modal.Root>
);

export const DrawerOverPage = ({ opened, onClose, title, width, content, children }: OverPageProps) => (
  <Drawer.Root
    opened={useOpenedAfterMade(opened)}
    onClose={onClose}
    size={width}
    position="right"
    returnFocus={false}
    classNames={{ content: styles.panel ?? '', inner: styles.room ?? '' }}
  >
    <Drawer.Overlay className={classNames(styles.overlay, styles.pale)} />
    <Drawer.Content ref={content}>
      <Drawer.Body className={styles.body}>{children}</Drawer.Body>
      <Head title={<Drawer.Title className={styles.title}>{title}</Drawer.Title>}>
        <Drawer.CloseButton aria-label="Đóng" />
      </Head>
    </Drawer.Content>
  </Drawer.Root>
);

/**
 * Seen above, but last, so that the focus comes first to a field, or to the answer that changes nothing. The kit's own header
 * is a landmark, of which the page has one already.
 */
const Head = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className={styles.header}>
    {title}
    {children}
  </div>
);
