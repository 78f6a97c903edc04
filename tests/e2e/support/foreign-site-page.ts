import type { PagePhone } from './foreign-phones-page.ts';
import './foreign-phones-page.ts';

/** What a page of somebody else's product shows around such a phone: what to sign in with, whom to call, and how it stands. */
function showPhone(phone: PagePhone): void {
  document.body.innerHTML = `<form>
    ${['url', 'domain', 'username', 'password'].map((name) => `<label>${name} <input name="${name}"></label>`).join('')}
    <button value="register">Register</button>
    <label>number <input name="number"></label>
    ${['call', 'answer', 'hold', 'resume', 'hang up'].map((word) => `<button value="${word}">${word}</button>`).join('')}
    </form><p role="status">new</p>`;
  const status = document.querySelector('[role=status]');
  const form = document.querySelector('form');
  let registration = 'new';
  setInterval(() => {
    if (status !== null) status.textContent = phone.isTalking() ? 'talking' : phone.isIdle() ? registration : 'ringing';
  }, 100);
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const typed = new FormData(form);
    const field = (name: string) => {
      const value = typed.get(name);
      return typeof value === 'string' ? value : '';
    };
    const press = async (): Promise<void> => {
      switch (event.submitter instanceof HTMLButtonElement ? event.submitter.value : '') {
        case 'register':
          registration = 'registering';
          return phone
            .register({
              url: field('url'),
              domain: field('domain'),
              username: field('username'),
              password: field('password'),
            })
            .then(
              () => void (registration = 'registered'),
              (error: unknown) => void (registration = `refused: ${error instanceof Error ? error.message : ''}`),
            );
        case 'call':
          return phone.call(field('number'));
        case 'answer':
          return phone.answer();
        case 'hold':
          return phone.hold(true);
        case 'resume':
          return phone.hold(false);
        default:
          return phone.hangUp();
      }
    };
    void press();
  });
}

/** Whatever comes is played, whichever library brought it. */
function playWhatComes(): void {
  const audio = new Audio();
  const Connection = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Connection {
    constructor(...given: ConstructorParameters<typeof Connection>) {
      super(...given);
      this.addEventListener('track', ({ track }) => {
        audio.srcObject = new MediaStream([track]);
        audio.autoplay = true;
      });
    }
  };
}

playWhatComes();
showPhone(globalThis.phones[location.search === '?jssip' ? 'jssip' : 'sipjs']());
