import type { ReactNode, Ref, RefObject } from 'react';

/** What a panel by a button is given. The button stays where it is in the tree when the panel is made. */
export interface AnchoredProps {
  id: string;
  opened: boolean;
  onChange: (opened: boolean) => void;
  button: RefObject<HTMLElement | null>;
  popup: 'menu' | 'dialog';
  position: 'bottom-start' | 'bottom-end';
  width?: number | 'max-content';
  trapFocus?: boolean;
  withinPortal?: boolean;
  label?: string | undefined;
  className: string | undefined;
  children: ReactNode;
}

export interface HintProps {
  id: string;
  shown: boolean;
  by: HTMLElement;
  side: 'top' | 'bottom' | 'right' | 'left';
  children: ReactNode;
}

/** What lies over the page: a dialog or a drawer. */
export interface OverPageProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  width: number;
  place: 'middle' | 'top';
  content: Ref<HTMLDivElement>;
  children: ReactNode;
}
