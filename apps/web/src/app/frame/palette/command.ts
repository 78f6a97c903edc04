import type { Icon } from '@alo/ui';

/** Something that can be gone to or done from the palette. */
export interface Command {
  key: string;
  label: string;
  kind: string;
  icon: Icon;
  words: string;
  run: () => void;
  /** Calls them, where the entry is somebody who is looked at otherwise. */
  call?: (() => void) | undefined;
}
