import {
  type CommandRefusal,
  type MessageFromPhone,
  messageToPhone,
  type PhoneCommand,
  type PhoneNews,
} from '@alo/contract';

/** The page of another system that shows the phone within itself, once it has said that it is there. */
export interface PageAround {
  /** As its browser names it: no page can say another one's. */
  readonly origin: string;
  /** Before the company of who is signed in lets it, it is told nothing but that it may not, and nothing is done for it. */
  readonly allow: (on: boolean) => void;
  readonly tell: (news: PhoneNews) => void;
  /** Does what the page asks for, and answers it; the last who listens is who does. Answers how to stop. */
  readonly listen: (take: (command: PhoneCommand) => CommandRefusal | null) => () => void;
}

/** As much of the window as there is to it. */
export interface FrameWindow {
  readonly parent: { postMessage(message: MessageFromPhone, to: string): void };
  addEventListener(type: 'message', listener: (event: WindowMessage) => void): void;
}

/** A message of some window, as its browser says whose it is. */
export interface WindowMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

/** Says that the phone has come, and waits for the page around it to greet. Whatever it sends is read as a stranger's. */
export function meetPageAround(frame: FrameWindow): Promise<PageAround> {
  const { parent } = frame;
  const met = new Promise<PageAround>((greeted) => {
    let page: PageAround | undefined;
    let allowed = false;
    let taken: ((command: PhoneCommand) => CommandRefusal | null) | null = null;
    frame.addEventListener('message', ({ source, origin, data }) => {
      if (source !== parent || (page !== undefined && origin !== page.origin)) return;
      const { success, data: message } = messageToPhone.safeParse(data);
      if (!success) return;
      const send = (answer: MessageFromPhone) => parent.postMessage(answer, origin);
      if (message.alo === 'hello') {
        page ??= {
          origin,
          allow(on) {
            allowed = on;
          },
          tell(news) {
            if (allowed || news.type === 'refused') send({ alo: 'news', news });
          },
          listen(take) {
            taken = take;
            return () => {
              if (taken === take) taken = null;
            };
          },
        };
        return greeted(page);
      }
      const refused = allowed && taken !== null ? taken(message.command) : 'no-phone';
      send({ alo: 'done', id: message.id, refused });
    });
  });
  // Whoever it is may know that a phone is here: nothing more is said before their page is known.
  parent.postMessage({ alo: 'there' } satisfies MessageFromPhone, '*');
  return met;
}
