/** The documents that subscribed phones get, in the formats of their event packages. Pure texts. */

/** An extension's state in one call, as the lamp of a colleague's phone shows it. */
export interface DialogShown {
  /** Names the call and nothing of it. */
  readonly id: string;
  readonly side: 'arrived' | 'dialled';
  readonly state: 'new' | 'ringing' | 'up';
}

const dialogStates = { new: 'trying', ringing: 'early', up: 'confirmed' } as const;

/**
 * RFC 4235: every call of an extension, and those that have ended since it was told last, because some phones wait for the word.
 * Who is at the other end is nobody's business here.
 */
export function dialogInfo(
  entity: string,
  version: number,
  dialogs: readonly DialogShown[],
  ended: readonly string[],
): string {
  const shown = dialogs.map(({ id, side, state }) => {
    const direction = side === 'arrived' ? 'initiator' : 'recipient';
    return `<dialog id="${id}" direction="${direction}"><state>${dialogStates[state]}</state></dialog>`;
  });
  const over = ended.map((id) => `<dialog id="${id}"><state>terminated</state></dialog>`);
  return [
    '<?xml version="1.0"?>',
    `<dialog-info xmlns="urn:ietf:params:xml:ns:dialog-info" version="${version}" state="full" entity="${text(entity)}">`,
    ...shown,
    ...over,
    '</dialog-info>',
    '',
  ].join('\r\n');
}

/** RFC 3863 with RFC 4480: can an extension be reached, and is it in a call? */
export function presenceDocument(entity: string, isReached: boolean, isBusy: boolean): string {
  const activity = isBusy ? '<rpid:on-the-phone/>' : '';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<presence xmlns="urn:ietf:params:xml:ns:pidf" xmlns:dm="urn:ietf:params:xml:ns:pidf:data-model"',
    ` xmlns:rpid="urn:ietf:params:xml:ns:pidf:rpid" entity="${text(entity)}">`,
    `<tuple id="phone"><status><basic>${isReached ? 'open' : 'closed'}</basic></status></tuple>`,
    `<dm:person id="person"><rpid:activities>${activity}</rpid:activities></dm:person>`,
    '</presence>',
    '',
  ].join('\r\n');
}

/** RFC 3842 §5.2: how many messages wait, and how many were heard. */
export const messageSummary = (account: string, { waiting, old }: { waiting: number; old: number }): string =>
  [
    `Messages-Waiting: ${waiting > 0 ? 'yes' : 'no'}`,
    `Message-Account: ${account}`,
    `Voice-Message: ${waiting}/${old} (0/0)`,
    '',
  ].join('\r\n');

const text = (value: string): string => value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
