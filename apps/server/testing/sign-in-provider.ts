import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const providerClient = { id: 'alo', secret: 'bi-mat-cua-alo-dai-hon-ba-muoi-hai-ky-tu' };

/** A real OpenID Connect provider on the loopback interface. Whoever signs in there as `x` has the e-mail `x`. */
export async function signInProvider(redirectUri: string) {
  const server: Server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const unverified = new Set<string>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: providerClient.id,
        client_secret: providerClient.secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [redirectUri.replace('/elsewhere', '')],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['chi-de-thu'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: sub, email_verified: !unverified.has(sub), name: `Người ${sub}` }),
    }),
  });
  server.on('request', (request, response) => void provider.callback()(request, response));

  /** What a browser does: signs in as somebody, agrees, and is led back. Answers the query that it comes back with. */
  async function signIn(url: string, as: string): Promise<string> {
    const cookies = new Map<string, string>();
    let at = url;
    let form: URLSearchParams | undefined;
    for (let step = 0; step < 20; step += 1) {
      const answer = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        ...(form && { method: 'POST', body: form }),
      });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      form = undefined;
      const location = answer.headers.get('location');
      if (location !== null) {
        at = new URL(location, at).href;
        if (at.startsWith(redirectUri)) return new URL(at).search;
        continue;
      }
      const page = await answer.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (prompt === undefined) throw new Error(`The provider shows ${page.slice(0, 500)}`);
      form = new URLSearchParams({ prompt, login: as, password: 'gi-cung-duoc' });
    }
    throw new Error('The provider leads nowhere.');
  }

  return {
    issuer,
    /** People whose e-mail the provider has not verified. */
    unverified,
    signIn,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
