import type { MakeAdapter } from '../port.ts';

/** Voice mode 2. What drives SIP.js comes to no page that phones in another way. */
export const makeSipjsAdapter: MakeAdapter = async (listener) => (await import('./sipjs.ts')).sipjsAdapter(listener);
