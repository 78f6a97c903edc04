import { UA, WebSocketInterface } from 'jssip';
import { Web } from 'sip.js';

/** What a phone in the browser signs in with. */
export interface PageAccount {
  readonly url: string;
  readonly domain: string;
  readonly username: string;
  readonly password: string;
}

/** A phone that somebody else has made, on a page of its own: what a story asks of it. */
export interface PagePhone {
  /** Resolves once it is registered. */
  register(account: PageAccount): Promise<void>;
  call(number: string): Promise<void>;
  /** Resolves when a call has come in and was picked up. */
  answer(): Promise<void>;
  /** Resolves when the other side has agreed to it. */
  hold(on: boolean): Promise<void>;
  hangUp(): Promise<void>;
  isTalking(): boolean;
  isIdle(): boolean;
}

declare global {
  // A page's own names.
  var phone: PagePhone;
  var phones: { readonly jssip: () => PagePhone; readonly sipjs: () => PagePhone };
}

type Call = ReturnType<UA['call']>;

function jssip(): PagePhone {
  let ua: UA | undefined;
  let session: Call | undefined;
  let domain = '';
  const waiting: (() => void)[] = [];
  const media = { mediaConstraints: { audio: true, video: false } };

  function agentOf(account: PageAccount): UA {
    domain = account.domain;
    const uri = `sip:${account.username}@${domain}`;
    const agent = new UA({ sockets: [new WebSocketInterface(account.url)], uri, password: account.password });
    agent.on('newRTCSession', (event: { session: Call }) => {
      session = event.session;
      for (const go of waiting.splice(0)) go();
    });
    return agent;
  }

  return {
    register(account) {
      const known = ua?.isConnected() === true ? ua : undefined;
      const agent = known ?? agentOf(account);
      ua = agent;
      return new Promise((resolve, reject) => {
        agent.once('registered', () => resolve());
        agent.once('registrationFailed', ({ response, cause }) =>
          reject(new Error(response ? `${response.status_code} ${response.reason_phrase}` : String(cause))),
        );
        if (known !== undefined) return agent.register();
        agent.once('disconnected', () => {
          reject(new Error('no connection'));
          // By itself it tries again, and waits longer each time: who was turned away and presses again is not to wait for that.
          if (!agent.isRegistered()) agent.stop();
        });
        agent.start();
      });
    },
    async call(number) {
      session = ua?.call(`sip:${number}@${domain}`, media);
    },
    async answer() {
      if (session === undefined || session.isEnded()) await new Promise<void>((resolve) => waiting.push(resolve));
      session?.answer(media);
    },
    hold: (on) =>
      new Promise((resolve, reject) => {
        const done = on ? session?.hold({}, resolve) : session?.unhold({}, resolve);
        if (done !== true) reject(new Error('it cannot hold now'));
      }),
    async hangUp() {
      session?.terminate();
    },
    isTalking: () => session?.isEstablished() ?? false,
    isIdle: () => session?.isEnded() ?? true,
  };
}

function sipjs(): PagePhone {
  let user: Web.SimpleUser | undefined;
  let domain = '';
  let state: 'idle' | 'rings' | 'talks' = 'idle';
  const waiting: (() => void)[] = [];
  let agreed: (held: boolean) => void = () => undefined;

  return {
    async register(account) {
      if (user !== undefined) {
        const known = user;
        return new Promise((resolve, reject) => {
          known
            .register({
              requestDelegate: {
                onAccept: () => resolve(),
                onReject: ({ message }) => reject(new Error(`${message.statusCode} ${message.reasonPhrase}`)),
              },
            })
            .catch(reject);
        });
      }
      domain = account.domain;
      const made = new Web.SimpleUser(account.url, {
        aor: `sip:${account.username}@${domain}`,
        media: { constraints: { audio: true, video: false } },
        userAgentOptions: {
          authorizationUsername: account.username,
          authorizationPassword: account.password,
          logLevel: 'error',
        },
      });
      const registered = new Promise<void>((resolve) => {
        made.delegate = {
          onRegistered: resolve,
          onCallReceived() {
            state = 'rings';
            for (const go of waiting.splice(0)) go();
          },
          onCallAnswered: () => void (state = 'talks'),
          onCallHangup: () => void (state = 'idle'),
          onCallHold: (held) => agreed(held),
        };
      });
      await made.connect();
      user = made;
      await made.register();
      await registered;
    },
    call: async (number) => user?.call(`sip:${number}@${domain}`),
    async answer() {
      if (state !== 'rings') await new Promise<void>((resolve) => waiting.push(resolve));
      await user?.answer();
    },
    // The library says that it is done when it has asked; only its delegate hears of the answer.
    async hold(on) {
      const answered = new Promise<boolean>((resolve) => {
        agreed = resolve;
      });
      await (on ? user?.hold() : user?.unhold());
      if ((await answered) !== on) throw new Error('the other side did not agree');
    },
    hangUp: async () => user?.hangup(),
    isTalking: () => state === 'talks',
    isIdle: () => state === 'idle',
  };
}

globalThis.phones = { jssip, sipjs };
