import type { TenantId } from '@alo/call-core';
import { newRequest, randomToken, type SipEndpoint } from '@alo/sip';
import { type BranchTarget, routesTo } from './branch.ts';
import { messageSummary } from './event-documents.ts';
import { nameAddrOf, type OurSide } from './our-side.ts';
import type { Registrations } from './registrations.ts';
import type { SipDirectory } from './sip-directory.ts';

export interface UnaskedMessagesParts {
  readonly endpoint: SipEndpoint;
  readonly directory: SipDirectory;
  readonly registrations: Registrations;
  readonly ours: Pick<OurSide, 'contact'>;
  /** Has this desk phone asked to be told? */
  readonly hasAsked: (device: string) => boolean;
  /** A phone that is there has not heard what it was told. */
  readonly onUnheard: (tenant: TenantId, extension: string) => void;
}

interface Told {
  /** '' where nothing came back. */
  readonly body: string;
  /** The phone did not want to know. */
  readonly isUnwanted: boolean;
  /** How often in a row nothing came back. */
  readonly unheard: number;
}

/** What a phone has not heard in so many tries is left until there is something else. */
const mostUnheard = 3;

/**
 * Tells desk phones which messages wait though they never asked: many have a light and send no SUBSCRIBE (RFC 3842 §3.4 leaves
 * that to a configuration; all switches do it). Nobody is told the same twice, or anything after having refused it.
 */
export class UnaskedMessages {
  readonly #parts: UnaskedMessagesParts;
  /** By extension, then by contact. */
  readonly #told = new Map<
    string,
    { readonly tenant: TenantId; readonly extension: string; contacts: Map<string, Told> }
  >();

  constructor(parts: UnaskedMessagesParts) {
    this.#parts = parts;
  }

  /** The extensions of a tenant whose phones were told something. */
  extensionsOf(tenant: TenantId): readonly string[] {
    return [...this.#told.values()].flatMap((one) => (one.tenant === tenant ? [one.extension] : []));
  }

  /** Looks whether the extension's phones know what there is. */
  tell(tenant: TenantId, extension: string): void {
    const { directory, hasAsked, registrations } = this.#parts;
    const key = `${extension}@${tenant}`;
    const before = this.#told.get(key)?.contacts;
    const messages = directory.messagesOf(tenant, extension);
    const body = messageSummary(`sip:${extension}@${directory.domainOf(tenant) ?? 'invalid'}`, messages);
    const contacts = new Map<string, Told>();
    for (const phone of registrations.destinationsOf(tenant, extension)) {
      if (phone.device === undefined || hasAsked(phone.device)) continue;
      const contact = `${phone.device} ${phone.uri}`;
      const known = before?.get(contact);
      // The light of a phone that has just come is off.
      if (known === undefined && messages.waiting + messages.old === 0) continue;
      const unheard = known?.body === '' ? known.unheard : 0;
      contacts.set(contact, { body, isUnwanted: known?.isUnwanted ?? false, unheard });
      if (known?.isUnwanted === true || known?.body === body) continue;
      this.#notify(tenant, extension, phone, body, {
        onUnwanted: () => contacts.set(contact, { body, isUnwanted: true, unheard: 0 }),
        onUnheard: () => this.#unheard(tenant, extension, contact, body),
      });
    }
    if (contacts.size === 0) this.#told.delete(key);
    else this.#told.set(key, { tenant, extension, contacts });
  }

  /** It is told again, unless it has been told something else meanwhile or is not there any more. */
  #unheard(tenant: TenantId, extension: string, contact: string, body: string): void {
    const contacts = this.#told.get(`${extension}@${tenant}`)?.contacts;
    const told = contacts?.get(contact);
    if (contacts === undefined || told?.body !== body) return;
    const unheard = told.unheard + 1;
    const isLeft = unheard >= mostUnheard;
    contacts.set(contact, { body: isLeft ? body : '', isUnwanted: false, unheard: isLeft ? 0 : unheard });
    if (!isLeft) this.#parts.onUnheard(tenant, extension);
  }

  #notify(
    tenant: TenantId,
    extension: string,
    phone: BranchTarget,
    body: string,
    { onUnwanted, onUnheard }: { readonly onUnwanted: () => void; readonly onUnheard: () => void },
  ): void {
    const { endpoint, directory, ours } = this.#parts;
    const { uri, flow } = phone;
    const own = nameAddrOf(extension, directory.domainOf(tenant) ?? 'invalid');
    const request = newRequest({
      method: 'NOTIFY',
      uri,
      callId: randomToken(),
      cseq: 1,
      from: { ...own, params: new Map([['tag', randomToken()]]) },
      to: own,
      headers: [
        ...routesTo(phone),
        { name: 'contact', value: ours.contact(flow) },
        { name: 'event', value: 'message-summary' },
        // There is no subscription that could go on.
        { name: 'subscription-state', value: 'terminated' },
        { name: 'content-type', value: 'application/simple-message-summary' },
      ],
      body: new TextEncoder().encode(body),
    });
    endpoint.request(flow, request, {
      onResponse: ({ status }) => void (status >= 300 && onUnwanted()),
      // Of a connection that is gone another one tells.
      onFailure: (why) => void (why === 'timeout' && onUnheard()),
    });
  }
}
