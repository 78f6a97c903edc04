/** Mistakes that the product made once, to see that the simulator notices each. */
export const mistakes = {
  'no-lock': 'a start looks for a door and takes no lock',
  'success-while-stopping': 'a keeper that stops says that it goes on with the other version',
  'own-engine': 'a keeper starts the engine of its own version, which ends as outdated at its birth',
  'deaf-set-up': 'a server does not hear that the engine died while it was set up',
  'one-socket': 'the engines of all keepers wait at one path, and each removes it at its end',
  'two-words': 'the loss of the parent and the signal for it are two words',
  'no-wait': 'a start does not wait for what a keeper that died has left',
} as const;
export type Mistake = keyof typeof mistakes;
export const everyMistake = Object.keys(mistakes).filter((name): name is Mistake => name in mistakes);
