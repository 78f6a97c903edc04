import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** What the console may load and reach. Nothing inline; sockets go to the SIP and live addresses, which may have a port of their own. */
const policy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'media-src': ["'self'", 'blob:', 'data:'],
  'connect-src': ["'self'", 'ws:', 'wss:'],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
} satisfies Record<string, string[]>;

const written = (directives: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join(';');

/** The console's policy as a header. Style sheets that the UI library adds at run time carry the page's nonce. */
export const consolePolicy = (styleNonce: string) =>
  written({ ...policy, 'style-src': ["'self'", `'nonce-${styleNonce}'`] });

/** What an answer says that no hook has passed: an address that cannot be read has no route. */
export const bareHeaders = {
  'content-security-policy': written(policy),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

/** Security headers of every answer. */
export async function secureHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // Below: helmet says it on plain localhost, too.
    hsts: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', async (request, reply) => {
    // What came by TLS, to us or to a proxy that we trust, is asked for by TLS from then on.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    reply.header('permissions-policy', 'microphone=(self), camera=(), geolocation=(), payment=()');
  });
}
