import { header, type Request } from '@alo/sip';

/** By it a bot of this engine is known to its switch: a secret of the process, so that no carrier can claim to bring one. */
export const botMarkHeader = 'x-alo-bot';

/** Does it come from a bot of this process? */
export const isOfBot = (request: Request, mark: string): boolean => header(request, botMarkHeader) === mark;
