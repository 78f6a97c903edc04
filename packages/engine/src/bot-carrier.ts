/** A trunk to this host is one to the bots of the engine itself: the carrier of a demo, where nobody else would answer. */
export const botCarrierHost = 'bots.invalid';
