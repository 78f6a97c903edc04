/** By it a bot of this engine is known to its switch: a secret of the process, so that no carrier can claim to bring one. */
export const botMarkHeader = 'x-alo-bot';
