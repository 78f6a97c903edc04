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

/** The console's policy as a header. Style sheets that the UI library adds at run time carry the page's nonce; `around` is the page that may show it. */
export const consolePolicy = (styleNonce: string, around = "'none'") =>
  written({ ...policy, 'style-src': ["'self'", `'nonce-${styleNonce}'`], 'frame-ancestors': [around] });

/**
 * What every answer says, an address's that cannot be read as well. Nothing of it differs from one to the next, so that it is written
 * once and not put together for each.
 */
export const securityHeaders = {
  'content-security-policy': written(policy),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=(), payment=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;

/** Security headers of every answer. */
export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders);
    // What came by TLS, to us or to a proxy that we trust, is asked for by TLS from then on.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    done();
  });
}
