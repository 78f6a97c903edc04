/** The phone's keys, which work anywhere in the console; by their place, so that Vietnamese typing does not move them. */
export const shortcuts = {
  answer: { binding: 'Alt+KeyA', shown: 'Alt+A' },
  hangUp: { binding: 'Alt+KeyH', shown: 'Alt+H' },
  mute: { binding: 'Alt+KeyM', shown: 'Alt+M' },
  hold: { binding: 'Alt+KeyO', shown: 'Alt+O' },
} as const;
